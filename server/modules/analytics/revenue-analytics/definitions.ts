import { sql } from 'kysely'
import type { Definition } from '#contract/analytics/revenue-definitions.ts'
import type { RevenuePart } from '#contract/analytics/revenue-figures.ts'
import { revenueMovements } from '#contract/billing/ledger.ts'
import type { MetricRows } from '#server/kit/figures.ts'
import type { DateRange } from '#server/kit/period.ts'
import { commonParts, departures, type Ledger, ledgerParts, month, payingIds } from './parts.ts'

/** Each movement when it took effect; a cancellation is the end of the paid period. */
const ownLedger: Ledger = sql`subscription_movements`

/**
 * A subscription that is set to end no longer counts from the request on: “the subscription will no longer count towards
 * your MRR after the time of the API call, not at the end of the period”. If the request is withdrawn, the customer
 * returns. https://support.stripe.com/questions/impact-of-subscription-cancellations-on-monthly-recurring-revenue-mrr-in-billing
 *
 * Movements of subscriptions that were never set to end are taken as they are. For the others, MRR after each movement,
 * request and withdrawal is zero while a request stands, and what it changes by is the movement.
 */
const stripeLedger: Ledger = sql`(
  select id::text, subscription_id, organization_id, kind, plan, mrr_delta_cents, ts from subscription_movements m
  where not exists (select from subscription_cancellations c where c.subscription_id = m.subscription_id)
  union all
  select id, subscription_id, organization_id,
    case when own then kind
      when before = 0 then case when has_paid then 'reactivation' else 'new' end
      when value = 0 then 'churn' when value > before then 'expansion' else 'contraction' end,
    plan, (value - before)::int, ts
  from (
    select *, step = 0 and held = 0 as own, lag(value, 1, 0::bigint) over events as before,
      coalesce(max(value) over (events rows between unbounded preceding and 1 preceding), 0) > 0 as has_paid
    from (
      select *, case when held > 0 then 0 else owed end as value from (
        select *, sum(cents) over events as owed, sum(step) over events as held from (
          select m.id::text, m.subscription_id, m.organization_id, m.kind, m.plan, m.mrr_delta_cents as cents, 0 as step, m.ts
          from subscription_movements m where m.kind = any(${[...revenueMovements]})
            and exists (select from subscription_cancellations c where c.subscription_id = m.subscription_id)
          union all
          select c.subscription_id || '/' || c.requested_at || e.mark, c.subscription_id, c.organization_id, null,
            (select m.plan from subscription_movements m where m.subscription_id = c.subscription_id and m.ts <= e.ts
              order by m.ts desc, m.id desc limit 1), 0, e.step, e.ts
          from subscription_cancellations c cross join lateral (values
            (c.requested_at, 1, '/requested'), (c.ended_at, -1, '/withdrawn')) as e(ts, step, mark) where e.ts is not null
        ) moved
        window events as (partition by subscription_id order by ts, abs(step), step, id)
      ) running
    ) valued
    window events as (partition by subscription_id order by ts, abs(step), step, id)
  ) changed
  where own or value <> before
)`

/**
 * “Churned subscribers” are departures: of a customer who returns and leaves again, “it will be counted as a second
 * churn”. https://support.stripe.com/questions/calculating-subscriber-churn-rate-in-billing
 */
const eachDeparture = (span: DateRange) =>
  departures(stripeLedger, span, {
    amount: sql`count(*) over (partition by subscription_id)`,
  })

/**
 * “Customers who churned in the period (excluding any customers who both joined & churned in the period or churned &
 * reactivated in a period)”: who paid at the start and does not at the end.
 * https://help.chartmogul.com/hc/en-us/articles/207340419-Churn-rate-formulas
 */
const netDepartures = (span: DateRange) =>
  departures(ownLedger, span, {
    only: sql`subscription_id in (${payingIds(ownLedger, span.from)})
      and subscription_id not in (${payingIds(ownLedger, span.to)})`,
  })

type Parts = Readonly<Record<RevenuePart, MetricRows>>
const own: Parts = { ...commonParts, ...ledgerParts(ownLedger) }

/** The ledger and the rows of all parts, by definition. A part that counts alike is the same function. */
export const defined: Readonly<Record<Definition, { ledger: Ledger; parts: Parts }>> = {
  voicedeck: { ledger: ownLedger, parts: own },
  stripe: {
    ledger: stripeLedger,
    parts: {
      ...commonParts,
      ...ledgerParts(stripeLedger),
      lost: eachDeparture,
      lost_in_month: span => eachDeparture(month(span)),
    },
  },
  chartmogul: {
    ledger: ownLedger,
    parts: { ...own, lost: netDepartures, lost_in_month: span => netDepartures(month(span)) },
  },
}
