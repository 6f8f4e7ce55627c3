import { SubscriptionStatus } from '#contract/billing/ledger.ts'
import { PlanId } from '#contract/billing/plans.ts'
import type { SubscriptionStats } from '#contract/billing/subscriptions.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { dateRangeOf, periodOf, workspaceZone } from '#server/kit/period.ts'
import { figures } from '#server/modules/analytics/index.ts'

type Asking = Pick<AuthenticatedCall, 'db' | 'grant' | 'actor'> & {
  query: Parameters<typeof dateRangeOf>[0] & Pick<SubscriptionStats, 'time_range'>
}

/** Totals over all subscriptions, computed from the same figures as the revenue screens. */
export async function statsOf(call: Asking): Promise<SubscriptionStats> {
  const span = dateRangeOf(call.query, new Date(), await workspaceZone(call.db))
  const [of, byStatus, byPlan] = await Promise.all([
    figures.values(call, span, [
      'mrr',
      'arr',
      'ending_subscriptions',
      'trials_started',
      'new_subscriptions',
      'returned_customers',
      'trials_expired',
      'churned_customers',
      'churn_rate',
    ]),
    figures.by(call, span, 'subscriptions', 'status'),
    figures.by(call, span, 'mrr', 'plan'),
  ])
  return {
    time_range: call.query.time_range,
    period: periodOf(span),
    mrr: of.mrr,
    arr: of.arr,
    by_status: SubscriptionStatus.options.map(status => ({
      status,
      subscriptions: byStatus.get(status)?.rows ?? 0,
    })),
    by_plan: PlanId.options.map(plan => {
      const { sum = 0, rows = 0 } = byPlan.get(plan) ?? {}
      return { plan, subscriptions: rows, mrr: sum }
    }),
    cancelling: of.ending_subscriptions,
    started: {
      trials: of.trials_started,
      paid: of.new_subscriptions,
      returned: of.returned_customers,
    },
    ended: { trials: of.trials_expired, paid: of.churned_customers },
    churn_rate: of.churn_rate,
  }
}
