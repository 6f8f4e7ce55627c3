import { sql } from 'kysely'
import {
  type CohortFacet,
  cohortFacets,
  cohortFigures,
  type cohortFilters,
} from '#contract/analytics/cohort-figures.ts'
import { revenueMovements } from '#contract/billing/ledger.ts'
import type { Db } from '#server/db/open.ts'
import { figureGroup } from '#server/kit/figures.ts'
import type { DateRange } from '#server/kit/period.ts'
import { type CohortCalendar, measuredUntil } from './calendar.ts'
import type { CohortChange } from './formulas.ts'
import { cohortParts, cohortsOf } from './parts.ts'

export const figures = figureGroup({
  figures: cohortFigures,
  parts: cohortParts,
  facets: Object.keys(cohortFacets) as CohortFacet[],
})

export type CohortFilters = { [name in keyof typeof cohortFilters]?: string | undefined }

/**
 * What starts, moves and is paid in the cohorts of a span, by age. Reads each movement and invoice once, where the
 * drill-down reads those of one cell; `tests/api/analytics/cohorts.test.ts` compares both.
 */
export async function listCohortChanges(
  db: Db,
  span: DateRange,
  { starts }: CohortCalendar,
  { plan, region }: CohortFilters,
): Promise<CohortChange[]> {
  const until = measuredUntil(span)
  const ageOf = (instant: string) =>
    sql`greatest(width_bucket(${sql.ref(instant)}, ${starts}::timestamptz[]) - 1 - s.cohort, 0)`
  const { rows } = await sql<CohortChange>`
    with s as materialized (
      select subscription_id, cohort, cents from (${cohortsOf(span, starts)}) c
      where ${plan === undefined ? sql`true` : sql`plan = ${plan}`}
        and ${region === undefined ? sql`true` : sql`region = ${region}`}
    )
    select 'started' as kind, cohort, 0 as age, count(*)::int as customers, sum(cents)::int8 as cents
    from s group by cohort
    union all
    select 'moved', s.cohort, ${ageOf('m.ts')},
      sum(case m.kind when 'churn' then -1 when 'new' then 1 when 'reactivation' then 1 else 0 end)::int,
      sum(m.mrr_delta_cents)::int8
    from s join subscription_movements m using (subscription_id)
    where m.kind = any(${[...revenueMovements]}) and m.ts < ${until} group by 2, 3
    union all
    select 'paid', s.cohort, ${ageOf('i.paid_at')}, 0, sum(i.amount_cents)::int8
    from s join invoices i using (subscription_id)
    where i.status = 'paid' and i.paid_at < ${until} group by 2, 3`.execute(db)
  return rows
}
