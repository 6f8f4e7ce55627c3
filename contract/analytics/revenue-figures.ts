import { z } from 'zod'
import { PlanId, revenueMovements, SubscriptionStatus } from '../billing/index.ts'
import { Region } from '../kit/fields.ts'
import type { Figure } from '../kit/figure.ts'

/** US dollars with 2 decimals. */
export const Dollars = z.number()
/** At most 2 decimals; null if the denominator is zero. */
export const Percent = z.number().nullable()

/** Churn rate in percent above which the figure is off target. */
export const churnTarget = 5

/** The parts that revenue figures sum up; their rows are in `server/modules/analytics/revenue-analytics/parts.ts`. */
export type RevenuePart =
  | 'mrr'
  | 'mrr_at_start'
  | 'mrr_moved'
  | 'subscribers'
  | 'subscribers_at_start'
  | 'lost'
  | 'lost_in_month'
  | 'subscribers_month_ago'
  | 'at_start_or_new'
  | 'month_ago_or_new'
  | 'open_trials'
  | 'started_trials'
  | 'converted_trials'
  | 'trials_ended'
  | 'trials_paid'
  | 'expired_trials'
  | 'cancellations'
  | 'beginnings'
  | 'comings_and_goings'
  | 'returns'
  | 'subscriptions'
  | 'ending'
  | 'users'
  | 'users_at_start'
  | 'active_users'
  | 'signups'
  | 'visitors'

const figure = <const F extends Figure<RevenuePart>>(definition: F) => definition
const count = <const Part extends RevenuePart>(part: Part) =>
  figure({ unit: 'count', formula: { sum: part } })

/** All revenue figures. Each can be drilled into and filtered by the facets below. */
export const revenueFigures = {
  mrr: figure({ unit: 'money', formula: { sum: 'mrr' } }),
  arr: figure({ unit: 'money', formula: { sum: 'mrr', times: 12 } }),
  mrr_growth: figure({ unit: 'percent', formula: { growth: ['mrr_at_start', 'mrr'] }, parts: 'money' }),
  mrr_at_start: figure({ unit: 'money', formula: { sum: 'mrr_at_start' } }),
  mrr_moved: figure({ unit: 'money', formula: { sum: 'mrr_moved' } }),
  active_subscriptions: count('subscribers'),
  trial_subscriptions: count('open_trials'),
  recent_cancellations: count('cancellations'),
  new_subscriptions: count('beginnings'),
  returned_customers: count('returns'),
  net_growth: count('comings_and_goings'),
  subscriptions: count('subscriptions'),
  ending_subscriptions: count('ending'),
  trial_to_paid_rate: figure({ unit: 'percent', formula: { ratio: ['converted_trials', 'started_trials'] } }),
  trials_started: count('started_trials'),
  trials_converted: count('converted_trials'),
  trials_expired: count('expired_trials'),
  churn_rate: figure({ unit: 'percent', formula: { ratio: ['lost', 'subscribers_at_start'] } }),
  starting_customers: count('subscribers_at_start'),
  churned_customers: count('lost'),
  monthly_churn_rate: figure({
    unit: 'percent',
    formula: { ratio: ['lost_in_month', 'subscribers_month_ago'] },
  }),
  total_users: count('users'),
  active_users: count('active_users'),
  user_growth: figure({ unit: 'percent', formula: { growth: ['users_at_start', 'users'] } }),
  new_signups: count('signups'),
  visitors: count('visitors'),
} as const satisfies Record<string, Figure<RevenuePart>>
export type RevenueFigure = keyof typeof revenueFigures

/** Filters of the figures. */
export const revenueFacets = {
  plan: PlanId.optional(),
  region: Region.optional(),
  status: SubscriptionStatus.optional(),
  kind: z.enum(revenueMovements).optional(),
}
export type RevenueFacet = keyof typeof revenueFacets
