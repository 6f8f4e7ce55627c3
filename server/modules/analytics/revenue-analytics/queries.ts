import { sql } from 'kysely'
import { type Definition, definedFigures } from '#contract/analytics/revenue-definitions.ts'
import { type RevenueFacet, revenueFacets, type revenueFigures } from '#contract/analytics/revenue-figures.ts'
import { revenueMovements } from '#contract/billing/ledger.ts'
import type { Db } from '#server/db/open.ts'
import { figureGroup } from '#server/kit/figures.ts'
import { type DateRange, daysOf } from '#server/kit/period.ts'
import { defined } from './definitions.ts'
import { type DailyMovement, waterfall } from './formulas.ts'

const groupOf = (definition: Definition) =>
  figureGroup({
    // Formulas differ in their terms only, so that a sum stays a sum.
    figures: definedFigures[definition] as typeof revenueFigures,
    parts: defined[definition].parts,
    facets: Object.keys(revenueFacets) as RevenueFacet[],
  })

/** The revenue figures under each definition. */
export const figuresBy: Readonly<Record<Definition, ReturnType<typeof groupOf>>> = {
  voicedeck: groupOf('voicedeck'),
  stripe: groupOf('stripe'),
  chartmogul: groupOf('chartmogul'),
}

/** The revenue figures under our own definitions. */
export const figures = figuresBy.voicedeck

/** MRR movements in a span, by day in its zone. */
export async function listDailyMovements(
  db: Db,
  span: DateRange,
  definition: Definition = 'voicedeck',
): Promise<DailyMovement[]> {
  const { rows } = await sql<DailyMovement>`
    select (ts at time zone ${span.zone})::date as day, kind, sum(mrr_delta_cents) as cents, count(*) as movements
    from ${defined[definition].ledger.moved(span)} as ledger
    where kind = any(${[...revenueMovements]}) group by 1, 2`.execute(db)
  return rows
}

/** MRR waterfall over the days of a span, in cents. */
export async function getWaterfall(db: Db, span: DateRange, definition: Definition = 'voicedeck') {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(mrr_delta_cents), 0) as cents
    from ${defined[definition].ledger.before(span.from)} as ledger`.execute(db)
  return waterfall(rows[0]?.cents ?? 0, daysOf(span), await listDailyMovements(db, span, definition))
}

/** Trials started in a span and in the last 14 days that have not ended, and so can still convert. */
export async function countImmatureTrials(
  db: Db,
  { from, to }: DateRange,
  now = new Date(),
): Promise<number> {
  const { rows } = await sql<{ trials: number }>`
    select count(*) as trials from subscription_movements t
    where kind = 'trial_started' and ts >= ${from} and ts < ${to} and ts > ${now}::timestamptz - interval '14 days'
      and not exists (select from subscription_movements n
        where n.subscription_id = t.subscription_id and n.kind <> 'trial_started')`.execute(db)
  return rows[0]?.trials ?? 0
}
