import { useQueryClient } from '@tanstack/react-query'
import type { BillingCycle, PlanId } from '#contract/billing/plans.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { call } from '#kit/call.ts'

/** Actions on an active subscription. */
export interface SubscriptionActions {
  /** Selects the texts for the own or a customer's subscription. */
  audience: 'own' | 'customers'
  cancel(cancels: boolean): Promise<unknown>
  changePlan(plan: PlanId, cycle: BillingCycle): Promise<unknown>
}

/** Actions of a customer's admin on their own subscription. */
export const ownSubscriptionActions: SubscriptionActions = {
  audience: 'own',
  cancel: cancel_at_period_end => call(subscriptions.update, { body: { cancel_at_period_end } }),
  changePlan: (plan_id, billing_cycle) =>
    call(subscriptions.changePlan, { body: { plan_id, billing_cycle } }),
}

/** Actions of staff on a customer's subscription. */
export const customerSubscriptionActions = (id: string): SubscriptionActions => ({
  audience: 'customers',
  cancel: cancel_at_period_end =>
    call(subscriptions.cancelFor, { params: { id }, body: { cancel_at_period_end } }),
  changePlan: (plan_id, billing_cycle) =>
    call(subscriptions.changePlanFor, { params: { id }, body: { plan_id, billing_cycle } }),
})

/** Invalidates all subscription queries. */
export function useRefresh() {
  const queries = useQueryClient()
  const queried = [subscriptions.current, subscriptions.usage, subscriptions.invoices, subscriptions.overview]
  return () =>
    Promise.all(
      queried.map(({ method, path }) => queries.invalidateQueries({ queryKey: ['call', method, path] })),
    )
}
