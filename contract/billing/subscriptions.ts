import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant, reference, summable } from '../kit/fields.ts'
import { languages } from '../kit/language.ts'
import { listing } from '../kit/listing.ts'
import { Period, rangeQuery } from '../kit/period.ts'
import { may } from '../kit/permissions.ts'
import { MovementKind, SubscriptionStatus } from './ledger.ts'
import { BillingCycle, PlanId, PlanKey } from './plans.ts'

/** An amount in USD, with 2 decimals. */
const Money = z.number().min(0)

export const Subscription = z.object({
  id: Id,
  organization_id: reference('organizations'),
  plan: PlanId,
  billing_cycle: BillingCycle,
  status: SubscriptionStatus,
  /** Price of one billing period. */
  price: summable(Money),
  /** Monthly-normalised; zero unless active or past due. */
  mrr: summable(Money),
  cancel_at_period_end: z.boolean(),
  current_period_start: Instant,
  current_period_end: Instant,
  trial_end: Instant.nullable(),
  /** Payment provider; `embedded` collects no money. */
  provider: z.enum(['embedded', 'stripe']),
  /** Such as “Visa •••• 4242”; null if only the provider knows it. */
  payment_method: z.string().nullable(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
})
export type Subscription = z.output<typeof Subscription>

export const Limits = z.object({
  max_elderly_users: z.int(),
  max_devices: z.int(),
  max_caregivers: z.int(),
})

export const Plan = z.object({
  id: PlanId,
  name: z.string(),
  description: z.string(),
  price_monthly: Money,
  price_yearly: Money,
  features: z.array(z.string()),
  limits: Limits,
})
export type Plan = z.output<typeof Plan>

/** A customer's subscription; all null if there never was one. */
export const CurrentSubscription = z.object({
  subscription: Subscription.nullable(),
  plan: Plan.nullable(),
  trial_expired: z.boolean(),
  /** Days until the trial ends, rounded up; null unless in trial. */
  trial_days_remaining: z.int().min(0).nullable(),
})
export type CurrentSubscription = z.output<typeof CurrentSubscription>

export const Usage = z.object({
  usage: z.object({ elderly_users: z.int(), devices: z.int(), caregivers: z.int() }),
  /** Null (unlimited) without a subscription. */
  limits: Limits.nullable(),
})
export type Usage = z.output<typeof Usage>

export const Invoice = z.object({
  id: Id,
  number: z.string(),
  amount: Money,
  status: z.enum(['paid', 'open', 'void', 'uncollectible']),
  period_start: Instant,
  period_end: Instant,
  issued_at: Instant,
  paid_at: Instant.nullable(),
  /** The provider's page for viewing and paying the invoice. */
  url: z.url().nullable(),
})
export type Invoice = z.output<typeof Invoice>

const StatsByPlan = z.object({ plan: PlanId, subscriptions: z.int(), mrr: Money })

export const statsRanges = ['7d', '30d', '90d', '12m'] as const

/** Totals over all subscriptions; ratios in percent, null if the denominator is zero. Defined in `revenue-figures.ts`. */
export const SubscriptionStats = z.object({
  time_range: z.enum(statsRanges),
  period: Period,
  mrr: Money,
  arr: Money,
  by_status: z.array(z.object({ status: SubscriptionStatus, subscriptions: z.int() })),
  /** Active and past due subscriptions only. */
  by_plan: z.array(StatsByPlan),
  cancelling: z.int(),
  /** Within the time range. */
  started: z.object({ trials: z.int(), paid: z.int(), returned: z.int() }),
  ended: z.object({ trials: z.int(), paid: z.int() }),
  churn_rate: z.number().nullable(),
})
export type SubscriptionStats = z.output<typeof SubscriptionStats>

/** A ledger entry: a change of the MRR, or the start or end of a trial. */
export const SubscriptionMovement = z.object({
  id: Id,
  kind: MovementKind,
  /** Signed; the sum of all is the MRR. */
  mrr_delta: z.number(),
  plan: PlanId,
  billing_cycle: BillingCycle,
  ts: Instant,
})
export type SubscriptionMovement = z.output<typeof SubscriptionMovement>

const Choice = z.strictObject({ plan_id: PlanKey, billing_cycle: BillingCycle.default('monthly') })
const Cancellation = z.strictObject({ cancel_at_period_end: z.boolean() })

export const subscriptions = {
  list: endpoint({
    method: 'GET',
    path: '/api/subscriptions',
    summary: 'List the subscriptions of all organizations',
    access: may('revenue', 'list'),
    mayLag: 'export',
    ...listing('subscriptions', Subscription, {
      filter: [
        'status',
        'plan',
        'billing_cycle',
        'organization_id',
        'cancel_at_period_end',
        'mrr',
        'current_period_end',
        'trial_end',
        'created_at',
      ],
      sort: ['status', 'plan', 'price', 'mrr', 'current_period_end', 'trial_end', 'created_at'],
      search: [],
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/subscriptions/{id}',
    summary: 'Show a subscription',
    access: may('revenue', 'show'),
    reply: Subscription,
  }),
  overview: endpoint({
    method: 'GET',
    path: '/api/subscriptions/{id}/overview',
    summary: 'Show a subscription with its plan, usage, invoices and movements',
    access: may('revenue', 'show'),
    reply: z.object({
      current: CurrentSubscription,
      usage: Usage,
      invoices: z.array(Invoice),
      /** Newest first. */
      movements: z.array(SubscriptionMovement),
    }),
  }),
  cancelFor: endpoint({
    method: 'PUT',
    path: '/api/subscriptions/{id}/cancellation',
    summary: 'Cancel a customer’s subscription at the end of its period, or revoke the cancellation',
    access: may('revenue', 'update'),
    stepUp: true,
    body: Cancellation,
    reply: Subscription,
  }),
  changePlanFor: endpoint({
    method: 'PUT',
    path: '/api/subscriptions/{id}/plan',
    summary: 'Change a customer’s plan or billing cycle; the new price applies from the next invoice',
    access: may('revenue', 'update'),
    stepUp: true,
    body: Choice,
    reply: Subscription,
  }),
  stats: endpoint({
    method: 'GET',
    path: '/api/subscriptions/stats',
    summary: 'Get totals over all subscriptions',
    access: may('revenue', 'list'),
    query: rangeQuery(statsRanges, '30d'),
    reply: SubscriptionStats,
  }),
  plans: endpoint({
    method: 'GET',
    path: '/api/subscriptions/plans',
    summary: 'List the available plans',
    access: 'public',
    query: z.strictObject({ language: z.enum(languages).default('en') }),
    reply: z.object({ plans: z.array(Plan) }),
  }),
  current: endpoint({
    method: 'GET',
    path: '/api/subscriptions/current',
    summary: 'Show the subscription of your organization',
    access: may('own_subscription', 'show'),
    reply: CurrentSubscription,
  }),
  usage: endpoint({
    method: 'GET',
    path: '/api/subscriptions/usage',
    summary: 'Get the usage of your organization against its plan limits',
    access: may('own_subscription', 'show'),
    reply: Usage,
  }),
  invoices: endpoint({
    method: 'GET',
    path: '/api/subscriptions/invoices',
    summary: 'List the invoices of your organization, newest first',
    access: may('own_subscription', 'list'),
    reply: z.object({ invoices: z.array(Invoice) }),
  }),
  checkout: endpoint({
    method: 'POST',
    path: '/api/subscriptions/checkout',
    summary: 'Open a checkout for a plan; returns the existing one if it is still open',
    access: may('own_subscription', 'create'),
    body: Choice.extend({ success_url: z.url().max(2000), cancel_url: z.url().max(2000) }),
    reply: z.object({ checkout_url: z.url() }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/subscriptions/update',
    summary: 'Cancel the subscription at the end of its period, or revoke the cancellation',
    access: may('own_subscription', 'update'),
    body: Cancellation,
    reply: Subscription,
  }),
  changePlan: endpoint({
    method: 'PUT',
    path: '/api/subscriptions/plan',
    summary: 'Change the plan or billing cycle; the new price applies from the next invoice',
    access: may('own_subscription', 'update'),
    body: Choice,
    reply: Subscription,
  }),
}
