import { type RawBuilder, sql } from 'kysely'
import type { RevenueFacet, RevenuePart } from '#contract/analytics/revenue-figures.ts'
import { type MetricRows, metricRows, personPath } from '#server/kit/figures.ts'
import { type DateRange, lastDays } from '#server/kit/period.ts'
import { activitySources, memberCounts } from '#server/rollups/index.ts'

const rows = metricRows<RevenueFacet>(['plan', 'region', 'status', 'kind'])

/** Columns shared by rows about a customer, whose organization is joined as `o`. */
const customer = {
  title: sql`o.name`,
  path: sql`'/users/organizations/' || o.id`,
  region: sql`o.region`,
}
const customerOf = (row: string) =>
  sql`left join organizations o on o.id = ${sql.ref(`${row}.organization_id`)}`
export const isInRange = (instant: string, { from, to }: DateRange) =>
  sql<boolean>`${sql.ref(instant)} >= ${from} and ${sql.ref(instant)} < ${to}`

/** A query for the ids of subscriptions. */
export type Subscriptions = RawBuilder<unknown>

/**
 * The movements by which figures are counted, as relations with the columns of `subscription_movements`; with `only`,
 * those of some subscriptions.
 */
export interface Ledger {
  /** Those in a span. */
  moved(span: DateRange, only?: Subscriptions): RawBuilder<unknown>
  /** Those before an instant, of the subscriptions that count just before it. */
  before(at: Date, only?: Subscriptions): RawBuilder<unknown>
  /** The instant since which a customer `p` who pays just before an instant has paid what they do. */
  since(at: Date): RawBuilder<unknown>
}

/** The rows of a part; those of other subscriptions than `only` may be left out. */
export type LedgerRows = (
  span: DateRange,
  call: Parameters<MetricRows>[1],
  only?: Subscriptions,
) => RawBuilder<unknown>

export const isAmong = (only: Subscriptions | undefined) =>
  only ? sql<boolean>`subscription_id in (${only})` : sql<boolean>`true`

export const month = (span: DateRange) => lastDays(span, 30)
const dollars = (cents: string) => sql`${sql.ref(cents)} / 100.0`

/** Subscriptions that pay just before an instant, from the running sum of their movements. */
export const payingIds = (ledger: Ledger, at: Date, only?: Subscriptions) => sql`
  select subscription_id from ${ledger.before(at, only)} as ledger
  group by subscription_id having sum(mrr_delta_cents) > 0`

/** Customers who pay just before an instant, with their MRR and plan. */
const payers = (ledger: Ledger, at: Date, only?: Subscriptions) => sql`(
  select subscription_id, organization_id, max(ts) as since, sum(mrr_delta_cents) as cents,
    (array_agg(plan order by ts desc, id desc))[1] as plan
  from ${ledger.before(at, only)} as ledger
  group by subscription_id, organization_id having sum(mrr_delta_cents) > 0)`

/** Customers who churned in a span, each once; `amount` is an expression over their departures. */
export const departures = (
  ledger: Ledger,
  span: DateRange,
  { only = sql`true`, amount = sql`1` }: { only?: RawBuilder<unknown>; amount?: RawBuilder<unknown> } = {},
) =>
  rows(
    {
      ...customer,
      id: sql`c.subscription_id`,
      at: sql`c.ts`,
      plan: sql`c.plan`,
      kind: sql`'churn'`,
      amount: sql`c.amount`,
    },
    sql`from (
      select distinct on (subscription_id) subscription_id, organization_id, ts, plan, ${amount} as amount
      from ${ledger.moved(span)} as ledger where kind = 'churn' and ${only}
      order by subscription_id, ts desc
    ) c ${customerOf('c')}`,
  )

/** Customers who paid at the start of a span or for the first time in it. */
const atStartOrNew = (ledger: Ledger, span: DateRange, only?: Subscriptions) =>
  rows(
    { ...customer, id: sql`p.subscription_id`, at: sql`p.since`, plan: sql`p.plan` },
    sql`from (
      select subscription_id, organization_id, max(since) as since, (array_agg(plan order by since desc))[1] as plan
      from (
        select subscription_id, organization_id, ${ledger.since(span.from)} as since, plan
        from ${payers(ledger, span.from, only)} as p
        union all
        select subscription_id, organization_id, ts, plan
        from ${ledger.moved(span, only)} as ledger where kind = 'new'
      ) as either group by subscription_id, organization_id
    ) p ${customerOf('p')}`,
  )

/** Rows of the parts that are counted from a ledger of movements. */
export function ledgerParts(ledger: Ledger) {
  const paying = (at: Date, only?: Subscriptions, amount?: RawBuilder<unknown>) =>
    rows(
      {
        ...customer,
        id: sql`p.subscription_id`,
        at: ledger.since(at),
        plan: sql`p.plan`,
        ...(amount && { amount }),
      },
      sql`from ${payers(ledger, at, only)} p ${customerOf('p')}`,
    )
  const movements =
    (kinds: readonly string[], amount?: RawBuilder<unknown>): LedgerRows =>
    (span, _call, only) =>
      rows(
        {
          ...customer,
          id: sql`m.id`,
          at: sql`m.ts`,
          plan: sql`m.plan`,
          kind: sql`m.kind`,
          ...(amount && { amount }),
        },
        sql`from ${ledger.moved(span, only)} m ${customerOf('m')} where m.kind = any(${kinds})`,
      )
  return {
    mrr: ({ to }, _call, only) => paying(to, only, dollars('p.cents')),
    mrr_at_start: ({ from }, _call, only) => paying(from, only, dollars('p.cents')),
    mrr_moved: movements(
      ['new', 'expansion', 'reactivation', 'contraction', 'churn'],
      sql`m.mrr_delta_cents / 100.0`,
    ),
    subscribers: ({ to }, _call, only) => paying(to, only),
    subscribers_at_start: ({ from }, _call, only) => paying(from, only),
    subscribers_month_ago: (span, _call, only) => paying(month(span).from, only),
    at_start_or_new: (span, _call, only) => atStartOrNew(ledger, span, only),
    month_ago_or_new: (span, _call, only) => atStartOrNew(ledger, month(span), only),
    lost: span => departures(ledger, span),
    lost_in_month: span => departures(ledger, month(span)),
    cancellations: movements(['churn']),
    beginnings: movements(['new']),
    comings_and_goings: movements(
      ['new', 'reactivation', 'churn'],
      sql`case m.kind when 'churn' then -1 else 1 end`,
    ),
    returns: movements(['reactivation']),
  } satisfies Partial<Record<RevenuePart, LedgerRows>>
}

const trials = (which: RawBuilder<boolean>) =>
  rows(
    { ...customer, id: sql`t.subscription_id`, at: sql`t.ts`, plan: sql`t.plan` },
    sql`from subscription_movements t ${customerOf('t')} where t.kind = 'trial_started' and ${which}`,
  )
const paidFor = sql<boolean>`exists (select from subscription_movements c
  where c.subscription_id = t.subscription_id and c.kind = 'trial_converted')`
/** Ends of trials, of some kinds. */
const trialEnds = (span: DateRange, kinds: readonly string[]) =>
  rows(
    { ...customer, id: sql`t.subscription_id`, at: sql`t.ts`, plan: sql`t.plan` },
    sql`from subscription_movements t ${customerOf('t')} where t.kind = any(${kinds}) and ${isInRange('t.ts', span)}`,
  )

/** Current subscriptions, independent of the span. */
const currentSubscriptions = (which: RawBuilder<boolean>) =>
  rows(
    { ...customer, id: sql`s.id`, at: sql`s.updated_at`, plan: sql`s.plan`, status: sql`s.status` },
    sql`from subscriptions s ${customerOf('s')} where ${which}`,
  )

const person = {
  id: sql`p.id`,
  title: sql`p.name`,
  path: personPath('p'),
  region: sql`o.region`,
}
const users = (at: Date) =>
  rows(
    { ...person, at: sql`p.created_at` },
    sql`from people p ${customerOf('p')}
      where p.created_at < ${at} and (p.deleted_at is null or p.deleted_at >= ${at})`,
  )

/** People with a conversation, a translation, a device event or a sign-in. */
const active: MetricRows = (span, call) =>
  rows(
    { ...person, id: sql`m.member_id`, at: sql`m.last` },
    sql`from ${memberCounts(activitySources, span, call)} m left join people p on p.id = m.member_id ${customerOf('p')}`,
  )

/** Rows of the parts that every definition counts alike. Not scoped: revenue belongs to the service. */
export const commonParts = {
  open_trials: ({ to }) =>
    trials(sql<boolean>`t.ts < ${to} and not exists (select from subscription_movements n
      where n.subscription_id = t.subscription_id and n.kind <> 'trial_started' and n.ts < ${to})`),
  started_trials: span => trials(isInRange('t.ts', span)),
  converted_trials: span => trials(sql<boolean>`${isInRange('t.ts', span)} and ${paidFor}`),
  trials_ended: span => trialEnds(span, ['trial_converted', 'trial_expired']),
  trials_paid: span => trialEnds(span, ['trial_converted']),
  expired_trials: span =>
    rows(
      { ...customer, id: sql`m.id`, at: sql`m.ts`, plan: sql`m.plan`, kind: sql`m.kind` },
      sql`from subscription_movements m ${customerOf('m')}
        where m.kind = 'trial_expired' and ${isInRange('m.ts', span)}`,
    ),
  subscriptions: () => currentSubscriptions(sql<boolean>`true`),
  ending: () => currentSubscriptions(sql<boolean>`s.status = 'active' and s.cancel_at_period_end`),
  users: ({ to }) => users(to),
  users_at_start: ({ from }) => users(from),
  active_users: active,
  signups: span =>
    rows(
      { ...customer, id: sql`o.id`, at: sql`o.created_at` },
      // Organizations that staff created have no trial.
      sql`from organizations o where o.kind <> 'service' and ${isInRange('o.created_at', span)} and exists (
        select from subscription_movements m where m.organization_id = o.id and m.kind = 'trial_started')`,
    ),
  visitors: span =>
    rows(
      { id: sql`v.visitor_id`, at: sql`v.first`, title: sql`v.visitor_id` },
      sql`from (select visitor_id, min(ts) as first from page_visits
        where ${isInRange('ts', span)} group by visitor_id) v`,
    ),
} satisfies Partial<Record<RevenuePart, MetricRows>>
