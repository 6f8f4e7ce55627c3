import { type RawBuilder, sql } from 'kysely'
import { type CohortFacet, type CohortPart, maxCohortAge } from '#contract/analytics/cohort-figures.ts'
import { type MetricRows, metricRows } from '#server/kit/figures.ts'
import type { DateRange } from '#server/kit/period.ts'
import { cohortCalendar, recentMonths } from './calendar.ts'

const rows = metricRows<CohortFacet>(['plan', 'region', 'cohort', 'age', 'complete'])

/**
 * The first paid day of each customer: the movement that first raised their MRR above zero, with its plan and MRR. A
 * trial does not start a cohort, and who returns after leaving stays in the first one.
 */
export const firstPayments = sql`
  select distinct on (subscription_id) subscription_id, organization_id, ts, plan, mrr_delta_cents as cents
  from subscription_movements where mrr_delta_cents > 0 order by subscription_id, ts, id`

/** Customers that started in a span, with the index of their month in an array of month starts. */
export const cohortsOf = ({ from, to }: DateRange, starts: readonly string[]) => sql`
  select f.*, o.name, o.region, width_bucket(f.ts, ${starts}::timestamptz[]) - 1 as cohort
  from (${firstPayments}) f left join organizations o on o.id = f.organization_id
  where f.ts >= ${from} and f.ts < ${to}`

const customer = {
  id: sql`s.subscription_id`,
  at: sql`s.ts`,
  title: sql`s.name`,
  path: sql`'/users/organizations/' || s.organization_id`,
  plan: sql`s.plan`,
  region: sql`s.region`,
}
const dollars = (cents: string) => sql`${sql.ref(cents)} / 100.0`

/** Customers of cohorts at each age that their cohort has reached; a month `e` ends at `e.ends`. */
function aged(
  span: DateRange,
  columns: Partial<Record<'id' | 'at' | 'amount', RawBuilder<unknown>>>,
  measured = sql``,
) {
  const { months, starts, ends, isComplete } = cohortCalendar(span)
  return rows(
    {
      ...customer,
      cohort: sql`(${months}::text[])[s.cohort + 1]`,
      age: sql`e.month::int - 1 - s.cohort`,
      complete: sql`e.complete::text`,
      ...columns,
    },
    sql`from (${cohortsOf(span, starts)}) s
      join unnest(${ends}::timestamptz[], ${isComplete}::bool[]) with ordinality as e(ends, complete, month)
        on e.month - 1 between s.cohort and s.cohort + ${maxCohortAge}::int ${measured}`,
  )
}

/** Joins what a customer pays just before the end of a month, if anything. */
const paying = sql`cross join lateral (
  select sum(m.mrr_delta_cents) as cents from subscription_movements m
  where m.subscription_id = s.subscription_id and m.ts < e.ends
) l where l.cents > 0`

/** Joins what a customer has paid until the end of a month. */
const paidInvoices = sql`join invoices i
  on i.subscription_id = s.subscription_id and i.status = 'paid' and i.paid_at < e.ends`

const everyone = sql`(select f.*, o.name, o.region
  from (${firstPayments}) f left join organizations o on o.id = f.organization_id) s`

/** Customers with a paid subscription just before the end of a span. */
const payingAtEnd = ({ to }: DateRange, amount?: RawBuilder<unknown>) =>
  rows(
    { ...customer, ...(amount && { amount }) },
    sql`from ${everyone} join (
      select subscription_id, sum(mrr_delta_cents) as cents from subscription_movements where ts < ${to}
      group by subscription_id having sum(mrr_delta_cents) > 0
    ) l using (subscription_id)`,
  )

/** Customers that left in the last complete months, each once a month, even if they returned. */
const lostRecently: MetricRows = span => {
  const bounds = recentMonths(span)
  return rows(
    { ...customer, at: sql`c.left_at` },
    sql`from ${everyone} join (
      select subscription_id, max(ts) as left_at from subscription_movements
      where kind = 'churn' and ts >= ${bounds.at(0)} and ts < ${bounds.at(-1)}
      group by subscription_id, width_bucket(ts, ${bounds}::timestamptz[])
    ) c using (subscription_id)`,
  )
}

/** Customers at the start of each of these months, so that their sum counts the months in which someone could leave. */
const customerMonths: MetricRows = span =>
  rows(
    { ...customer, at: sql`b.month_start` },
    sql`from ${everyone} join (
      select subscription_id, ts, lead(ts) over w as until, sum(mrr_delta_cents) over w as cents
      from subscription_movements where mrr_delta_cents <> 0
      window w as (partition by subscription_id order by ts, id)
    ) l using (subscription_id)
    join unnest(${recentMonths(span).slice(0, -1)}::timestamptz[]) as b(month_start)
      on l.ts < b.month_start and (l.until is null or l.until >= b.month_start)
    where l.cents > 0`,
  )

/** Rows behind the figures of `contract/analytics/cohort-figures.ts`. Not scoped: revenue belongs to the service. */
export const cohortParts: Record<CohortPart, MetricRows> = {
  started: span => aged(span, {}),
  started_mrr: span => aged(span, { amount: dollars('s.cents') }),
  kept: span => aged(span, {}, paying),
  kept_mrr: span => aged(span, { amount: dollars('l.cents') }, paying),
  paid: span =>
    aged(span, { id: sql`i.id`, at: sql`i.paid_at`, amount: dollars('i.amount_cents') }, paidInvoices),
  mrr_now: span => payingAtEnd(span, dollars('l.cents')),
  customers_now: span => payingAtEnd(span),
  lost_recently: lostRecently,
  customer_months: customerMonths,
}
