import type { BillingCycle, PlanId } from '#contract/billing/plans.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { call } from '#kit/call.ts'

/** Actions on an active subscription. */
export interface SubscriptionActions {
  /** Selects the texts for the own or a customer's subscription. */
  whose: 'own' | 'customers'
  cancel(cancels: boolean): Promise<unknown>
  changePlan(plan: PlanId, cycle: BillingCycle): Promise<unknown>
}

/** Actions of a customer's admin on their own subscription. */
export const ownSubscriptionActions: SubscriptionActions = {
  whose: 'own',
  cancel: cancel_at_period_end => call(subscriptions.update, { body: { cancel_at_period_end } }),
  changePlan: (plan_id, billing_cycle) =>
    call(subscriptions.changePlan, { body: { plan_id, billing_cycle } }),
}

/** Actions of staff on a customer's subscription. */
export const customerSubscriptionActions = (id: string): SubscriptionActions => ({
  whose: 'customers',
  cancel: cancel_at_period_end =>
    call(subscriptions.cancelFor, { params: { id }, body: { cancel_at_period_end } }),
  changePlan: (plan_id, billing_cycle) =>
    call(subscriptions.changePlanFor, { params: { id }, body: { plan_id, billing_cycle } }),
})
