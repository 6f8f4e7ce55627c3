import { type RawBuilder, sql } from 'kysely'
import { type CohortFacet, type CohortPart, maxCohortAge } from '#contract/analytics/cohort-figures.ts'
import { type MetricRows, metricRows } from '#server/kit/figures.ts'
import type { DateRange } from '#server/kit/period.ts'
import { cohortCalendar, recentMonths } from './calendar.ts'

const rows = metricRows<CohortFacet>(['plan', 'region', 'cohort', 'age', 'complete'])

/**
 * First payments: the one `new` movement of each customer, with its plan and MRR. A trial does not start a cohort, and who
 * returns after leaving stays in the first one.
 */
const firstPayments = sql`
  select f.subscription_id, f.organization_id, f.ts, f.plan, f.mrr_delta_cents as cents, o.name, o.region
  from subscription_movements f left join organizations o on o.id = f.organization_id where f.kind = 'new'`

/** Customers that started in a span, with the index of their month in an array of month starts. */
export const cohortsOf = ({ from, to }: DateRange, starts: readonly string[]) => sql`
  select *, width_bucket(ts, ${starts}::timestamptz[]) - 1 as cohort
  from (${firstPayments} and f.ts >= ${from} and f.ts < ${to}) f`

const customer = {
  id: sql`s.subscription_id`,
  at: sql`s.ts`,
  title: sql`s.name`,
  path: sql`'/users/organizations/' || s.organization_id`,
  plan: sql`s.plan`,
  region: sql`s.region`,
}
const dollars = (cents: string) => sql`${sql.ref(cents)} / 100.0`

/** Customers of cohorts at each age that their cohort has reached, as the query `s`; its month ends at `ends`. */
function agedCustomers(span: DateRange) {
  const { months, starts, ends, isComplete } = cohortCalendar(span)
  return sql`
    select c.*, a.age, e.ends, e.complete::text as complete, (${months}::text[])[c.cohort + 1] as month
    from (${cohortsOf(span, starts)}) c
    cross join generate_series(0, ${maxCohortAge}::int) as a(age)
    join unnest(${ends}::timestamptz[], ${isComplete}::bool[]) with ordinality as e(ends, complete, position)
      on e.position = c.cohort + a.age + 1`
}

const agedColumns = { ...customer, cohort: sql`s.month`, age: sql`s.age`, complete: sql`s.complete` }

const started = (span: DateRange, amount?: RawBuilder<unknown>) =>
  rows({ ...agedColumns, ...(amount && { amount }) }, sql`from (${agedCustomers(span)}) s`)

/** Customers who pay just before the end of the month. */
const kept = (span: DateRange, amount?: RawBuilder<unknown>) =>
  rows(
    { ...agedColumns, ...(amount && { amount }) },
    sql`from (${agedCustomers(span)}) s cross join lateral (
      select sum(mrr_delta_cents) as cents from subscription_movements m
      where m.subscription_id = s.subscription_id and m.ts < s.ends
    ) l where l.cents > 0`,
  )

/** What customers have paid until the end of the month. */
const paid = (span: DateRange) =>
  rows(
    { ...agedColumns, id: sql`i.id`, at: sql`i.paid_at`, amount: dollars('i.amount_cents') },
    sql`from (${agedCustomers(span)}) s join invoices i
      on i.subscription_id = s.subscription_id and i.status = 'paid' and i.paid_at < s.ends`,
  )

/** Customers with a paid subscription just before the end of a span. */
const payingAtEnd = ({ to }: DateRange, amount?: RawBuilder<unknown>) =>
  rows(
    { ...customer, ...(amount && { amount }) },
    sql`from (${firstPayments}) s join (
      select subscription_id, sum(mrr_delta_cents) as cents from subscription_movements where ts < ${to}
      group by subscription_id having sum(mrr_delta_cents) > 0
    ) l using (subscription_id)`,
  )

/** Customers that left in the last complete months, each once a month, even if they returned. */
const lostRecently: MetricRows = span => {
  const bounds = recentMonths(span)
  return rows(
    { ...customer, at: sql`c.left_at` },
    sql`from (${firstPayments}) s join (
      select subscription_id, max(ts) as left_at from subscription_movements
      where kind = 'churn' and ts >= ${bounds.at(0)} and ts < ${bounds.at(-1)}
      group by subscription_id, width_bucket(ts, ${bounds}::timestamptz[])
    ) c using (subscription_id)`,
  )
}

/**
 * The customers at the start of each of these months, summed up: for each customer the number of months in which they could
 * leave. A first payment or return counts for all later starts of a month, a departure takes them back.
 */
const customerMonths: MetricRows = span => {
  const monthStarts = recentMonths(span).slice(0, -1)
  return rows(
    { ...customer, amount: sql`l.months` },
    sql`from (${firstPayments}) s join (
      select subscription_id, sum(case kind when 'churn' then -1 else 1 end
        * (${monthStarts.length}::int - width_bucket(ts, ${monthStarts}::timestamptz[]))) as months
      from subscription_movements where kind in ('new', 'reactivation', 'churn') and ts < ${monthStarts.at(-1)}
      group by subscription_id
    ) l using (subscription_id) where l.months > 0`,
  )
}

/** Rows behind the figures of `contract/analytics/cohort-figures.ts`. Not scoped: revenue belongs to the service. */
export const cohortParts: Record<CohortPart, MetricRows> = {
  started: span => started(span),
  started_mrr: span => started(span, dollars('s.cents')),
  kept: span => kept(span),
  kept_mrr: span => kept(span, dollars('l.cents')),
  paid,
  mrr_now: span => payingAtEnd(span, dollars('l.cents')),
  customers_now: span => payingAtEnd(span),
  lost_recently: lostRecently,
  customer_months: customerMonths,
}
