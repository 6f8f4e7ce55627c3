import type { BillingCycle, PlanId } from '#contract/billing/plans.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { call } from '#kit/call.ts'

/** What can be done about a subscription that runs. */
export interface Acts {
  /** Whose subscription the texts speak of. */
  whose: 'own' | 'customers'
  cancel(cancels: boolean): Promise<unknown>
  changePlan(plan: PlanId, cycle: BillingCycle): Promise<unknown>
}

/** The acts of a customer's admin upon their own subscription. */
export const ownActs: Acts = {
  whose: 'own',
  cancel: cancel_at_period_end => call(subscriptions.update, { body: { cancel_at_period_end } }),
  changePlan: (plan_id, billing_cycle) =>
    call(subscriptions.changePlan, { body: { plan_id, billing_cycle } }),
}

/** The acts of staff upon a customer's subscription. */
export const actsUpon = (id: string): Acts => ({
  whose: 'customers',
  cancel: cancel_at_period_end =>
    call(subscriptions.cancelFor, { params: { id }, body: { cancel_at_period_end } }),
  changePlan: (plan_id, billing_cycle) =>
    call(subscriptions.changePlanFor, { params: { id }, body: { plan_id, billing_cycle } }),
})
