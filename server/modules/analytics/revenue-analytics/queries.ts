import { sql } from 'kysely'
import { type RevenueFacet, revenueFacets, revenueFigures } from '#contract/analytics/revenue-figures.ts'
import { revenueMovements } from '#contract/billing/ledger.ts'
import type { Db } from '#server/db/open.ts'
import { figureGroup } from '#server/kit/figures.ts'
import { type DateRange, daysOf } from '#server/kit/period.ts'
import { type Moved, waterfall } from './formulas.ts'
import { revenueParts } from './parts.ts'

export const figures = figureGroup({
  figures: revenueFigures,
  parts: revenueParts,
  facets: Object.keys(revenueFacets) as RevenueFacet[],
})

/** What of recurring revenue moved in a span, by the days of its zone. */
export async function movedIn(db: Db, { from, to, zone }: DateRange): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    select (ts at time zone ${zone})::date as day, kind, sum(mrr_delta_cents) as cents, count(*) as movements
    from subscription_movements where kind = any(${[...revenueMovements]}) and ts >= ${from} and ts < ${to}
    group by 1, 2`.execute(db)
  return rows
}

/** The waterfall of recurring revenue over the days of a span, in cents. */
export async function waterfallOf(db: Db, span: DateRange) {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(mrr_delta_cents), 0) as cents from subscription_movements where ts < ${span.from}`.execute(
    db,
  )
  return waterfall(rows[0]?.cents ?? 0, daysOf(span), await movedIn(db, span))
}

/** Of the trials that started in a span, those of the last 14 days that came to no end yet: they can still convert. */
export async function immatureTrials(db: Db, { from, to }: DateRange): Promise<number> {
  const { rows } = await sql<{ trials: number }>`
    select count(*) as trials from subscription_movements t
    where kind = 'trial_started' and ts >= ${from} and ts < ${to} and ts > now() - interval '14 days'
      and not exists (select from subscription_movements n
        where n.subscription_id = t.subscription_id and n.kind <> 'trial_started')`.execute(db)
  return rows[0]?.trials ?? 0
}
