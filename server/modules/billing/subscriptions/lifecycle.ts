import type { MovementKind, SubscriptionStatus } from '#contract/billing/ledger.ts'
import { type BillingCycle, mrrCents, type PlanId, priceCents, trialDays } from '#contract/billing/plans.ts'
import type { Terms } from '#server/adapters/checkout/checkout.ts'

/** The state of a subscription. */
export interface State {
  plan: PlanId
  billing_cycle: BillingCycle
  status: SubscriptionStatus
  price_cents: number
  cancel_at_period_end: boolean
  current_period_start: string
  current_period_end: string
  trial_end: string | null
}

/** A lifecycle step; `at` is ISO 8601 with Z. */
export type Step =
  | { type: 'start_trial'; at: string }
  | { type: 'expire_trial' }
  /** The terms that apply from now on. */
  | { type: 'agree'; terms: Terms }
  | { type: 'end' }

export interface Movement {
  kind: MovementKind
  mrr_delta_cents: number
}

const day = 86_400_000

/** Monthly-normalised; active and past due subscriptions count. */
const mrrOf = (state: State | null) =>
  state?.status === 'active' || state?.status === 'past_due' ? mrrCents(state.plan, state.billing_cycle) : 0

function trialFrom(at: string): State {
  const end = new Date(Date.parse(at) + trialDays * day).toISOString()
  return {
    plan: 'starter',
    billing_cycle: 'monthly',
    status: 'trial',
    price_cents: priceCents('starter', 'monthly'),
    cancel_at_period_end: false,
    current_period_start: at,
    current_period_end: end,
    trial_end: end,
  }
}

function after(before: State | null, step: Step): State | null {
  switch (step.type) {
    case 'start_trial':
      return before ?? trialFrom(step.at)
    case 'expire_trial':
      return before?.status === 'trial' ? { ...before, status: 'trial_expired' } : before
    case 'agree': {
      const { plan, billing_cycle } = step.terms
      return {
        trial_end: before?.trial_end ?? null,
        ...step.terms,
        price_cents: priceCents(plan, billing_cycle),
      }
    }
    case 'end':
      return mrrOf(before) > 0 && before
        ? { ...before, status: 'cancelled', cancel_at_period_end: false }
        : before
  }
}

function movementsBetween(before: State | null, state: State | null): Movement[] {
  const delta = mrrOf(state) - mrrOf(before)
  const changed = (kind: Movement['kind']): Movement => ({ kind, mrr_delta_cents: delta })
  if (!before && state?.status === 'trial') return [changed('trial_started')]
  if (before?.status === 'trial' && state?.status === 'trial_expired') return [changed('trial_expired')]
  if (delta === 0) return []
  if (mrrOf(state) === 0) return [changed('churn')]
  if (mrrOf(before) > 0) return [changed(delta > 0 ? 'expansion' : 'contraction')]
  if (before?.status === 'cancelled') return [changed('reactivation')]
  const converted: Movement = { kind: 'trial_converted', mrr_delta_cents: 0 }
  return before?.status === 'trial' ? [converted, changed('new')] : [changed('new')]
}

/**
 * Applies a step: the new state and the resulting ledger movements. The movements add up to the MRR after every step, so
 * their running sum is never negative. A step that does not apply (such as the expiry of a converted trial) changes
 * nothing.
 */
export function advance(before: State | null, step: Step): { state: State | null; movements: Movement[] } {
  const state = after(before, step)
  return { state, movements: movementsBetween(before, state) }
}
