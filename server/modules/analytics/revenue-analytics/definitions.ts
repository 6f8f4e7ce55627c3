import { type RawBuilder, sql } from 'kysely'
import type { Definition } from '#contract/analytics/revenue-definitions.ts'
import type { RevenuePart } from '#contract/analytics/revenue-figures.ts'
import { revenueMovements } from '#contract/billing/ledger.ts'
import type { DateRange } from '#server/kit/period.ts'
import {
  commonParts,
  departures,
  isAmong,
  isInRange,
  type Ledger,
  type LedgerRows,
  ledgerParts,
  month,
  payingIds,
  type Subscriptions,
} from './parts.ts'

/** Each movement when it took effect; a cancellation is the end of the paid period. */
const ownLedger: Ledger = {
  moved: (span, only) =>
    sql`(select * from subscription_movements where ${isInRange('ts', span)} and ${isAmong(only)})`,
  before: (at, only) => sql`(select * from subscription_movements where ts < ${at} and ${isAmong(only)})`,
  since: () => sql`p.since`,
}

/** Whether a cancellation `c` stands just before an instant. */
const stands = (at: RawBuilder<unknown>) =>
  sql<boolean>`c.requested_at < ${at} and (c.ended_at is null or c.ended_at >= ${at})`

/** Whether a movement `m` took effect while its subscription was set to end. */
const isHidden = sql<boolean>`exists (select from subscription_cancellations c
  where c.subscription_id = m.subscription_id and ${stands(sql`m.ts`)})`

/** Whether the customer of a cancellation `c` had paid before it, other than while they were set to end. */
const hadPaid = sql<boolean>`exists (select from subscription_movements m
    where m.subscription_id = c.subscription_id and m.ts <= c.requested_at
      and m.kind = any(${[...revenueMovements]}) and not ${isHidden})
  or exists (select from subscription_cancellations e
    where e.subscription_id = c.subscription_id and e.ended_at <= c.requested_at
      and (select sum(mrr_delta_cents) from subscription_movements m
        where m.subscription_id = e.subscription_id and m.ts <= e.ended_at) > 0)`

/**
 * A subscription that is set to end no longer counts from the request on: “the subscription will no longer count towards
 * your MRR after the time of the API call, not at the end of the period”. If the request is withdrawn, the customer
 * returns. https://support.stripe.com/questions/impact-of-subscription-cancellations-on-monthly-recurring-revenue-mrr-in-billing
 *
 * So the movements before an instant are ours, without those of subscriptions that are set to end then; and those in a
 * span are ours, with requests and withdrawals in place of what took effect between them. Neither reads the history of
 * subscriptions to which nothing happened in the span.
 */
const stripeLedger: Ledger = {
  moved: (span, only) => sql`(
    select id::text, subscription_id, organization_id, kind, plan, mrr_delta_cents, ts from subscription_movements m
    where ${isInRange('ts', span)} and ${isAmong(only)} and not ${isHidden}
    union all
    select c.subscription_id || '/' || c.requested_at || e.mark, c.subscription_id, c.organization_id,
      case when e.step = 1 then 'churn' when ${hadPaid} then 'reactivation' else 'new' end,
      owed.plan, (-e.step * owed.cents)::int, e.ts
    from (select * from subscription_cancellations where ${isAmong(only)}) c
      cross join lateral (values
        (c.requested_at, 1, '/requested'), (c.ended_at, -1, '/withdrawn')) as e(ts, step, mark)
      cross join lateral (
        select sum(m.mrr_delta_cents) as cents, (array_agg(m.plan order by m.ts desc, m.id desc))[1] as plan
        from subscription_movements m where m.subscription_id = c.subscription_id and m.ts <= e.ts) as owed
    where ${isInRange('e.ts', span)} and owed.cents <> 0)`,
  before: (at, only) => sql`(
    select * from subscription_movements m where ts < ${at} and ${isAmong(only)} and not exists (
      select from subscription_cancellations c
      where c.subscription_id = m.subscription_id and ${stands(sql`${at}`)}))`,
  since: at => sql`greatest(p.since, (select max(c.ended_at) from subscription_cancellations c
    where c.subscription_id = p.subscription_id and c.ended_at < ${at}))`,
}

/** Subscriptions of which a cancellation stood just before a span or was requested in it. */
const setToEnd = ({ from, to }: Pick<DateRange, 'from' | 'to'>): Subscriptions => sql`
  select subscription_id from subscription_cancellations
  where requested_at < ${to} and (ended_at is null or ended_at >= ${from})`
const setToEndAt = (at: Date) => setToEnd({ from: at, to: at })

/** Subscriptions that were set to end at the start of a span or began in it. */
const setToEndOrNew = (span: DateRange): Subscriptions => sql`${setToEnd(span)} union
  select subscription_id from subscription_movements where kind = 'new' and ${isInRange('ts', span)}`

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
function netDepartures(span: DateRange) {
  const churned = sql`select subscription_id from subscription_movements
    where kind = 'churn' and ${isInRange('ts', span)}`
  return departures(ownLedger, span, {
    only: sql`subscription_id in (${payingIds(ownLedger, span.from, churned)})
      and subscription_id not in (${payingIds(ownLedger, span.to, churned)})`,
  })
}

type Parts = Readonly<Record<RevenuePart, LedgerRows>>
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

/**
 * The subscriptions of which definitions may count the rows of our parts differently; those of a part that is not named
 * are as many as its rows. Rows of others need not be compared.
 */
export const mayDiffer: Readonly<Partial<Record<RevenuePart, (span: DateRange) => Subscriptions>>> = {
  mrr: ({ to }) => setToEndAt(to),
  mrr_at_start: ({ from }) => setToEndAt(from),
  mrr_moved: setToEnd,
  subscribers: ({ to }) => setToEndAt(to),
  subscribers_at_start: setToEndOrNew,
  subscribers_month_ago: span => setToEndOrNew(month(span)),
  cancellations: setToEnd,
  beginnings: setToEnd,
  comings_and_goings: setToEnd,
  returns: setToEnd,
}
