import type { Generated } from 'kysely'
import type { MovementKind, SubscriptionStatus } from '#contract/billing/ledger.ts'
import type { BillingCycle, PlanId } from '#contract/billing/plans.ts'
import type { Instant, Json } from './column.ts'

export interface Subscriptions {
  id: string
  organization_id: string
  plan: PlanId
  billing_cycle: Generated<BillingCycle>
  status: SubscriptionStatus
  price_cents: number
  cancel_at_period_end: Generated<boolean>
  current_period_start: Instant
  current_period_end: Instant
  trial_end: Instant | null
  external_id: string | null
  provider: Generated<'embedded' | 'stripe'>
  customer_id: string | null
  payment_method: string | null
  reported_at: Instant | null
  reported_rank: Generated<number>
  version: Generated<number>
  created_at: Instant
  updated_at: Generated<Instant>
}

export interface SubscriptionMovements {
  id: string
  organization_id: string
  subscription_id: string
  kind: MovementKind
  plan: string
  billing_cycle: string
  mrr_delta_cents: number
  event_key: string | null
  ts: Instant
  recorded_at: Generated<Instant>
}

/** Movements that a later report has replaced. */
export interface ReplacedMovements extends Omit<SubscriptionMovements, 'recorded_at'> {
  recorded_at: Instant
  replaced_at: Generated<Instant>
}

export interface SubscriptionCancellations {
  subscription_id: string
  organization_id: string
  requested_at: Instant
  ended_at: Instant | null
  recorded_at: Generated<Instant>
}

/** Cancellations that a later report has replaced. */
export interface ReplacedCancellations extends Omit<SubscriptionCancellations, 'recorded_at'> {
  recorded_at: Instant
  replaced_at: Generated<Instant>
}

export interface SubscriptionSteps {
  id: string
  subscription_id: string
  at: Instant
  rank: number
  step: Json<unknown>
}

export interface Invoices {
  id: string
  organization_id: string
  subscription_id: string
  number: string
  amount_cents: number
  status: 'paid' | 'open' | 'void' | 'uncollectible'
  period_start: Instant
  period_end: Instant
  issued_at: Instant
  paid_at: Instant | null
  url: string | null
}

export interface Checkouts {
  id: string
  organization_id: string
  plan: PlanId
  billing_cycle: 'monthly' | 'yearly'
  amount_cents: number
  status: Generated<'open' | 'completed' | 'cancelled'>
  provider: 'embedded' | 'stripe'
  external_id: string | null
  url: string
  success_url: string
  cancel_url: string
  created_at: Generated<Instant>
  closed_at: Instant | null
}

export interface PaymentEvents {
  id: string
  organization_id: string | null
  provider: 'embedded' | 'stripe'
  type: string
  outcome: 'applied' | 'stale' | 'ignored' | 'waiting'
  report: Json<unknown> | null
  created_at: Instant
  received_at: Generated<Instant>
}
