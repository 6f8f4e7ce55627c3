import { v7 as uuid } from 'uuid'
import { type BillingCycle, type PlanId, planOf, plans } from '#contract/billing/plans.ts'
import type {
  Checkout,
  ProviderSubscription,
  SubscriptionReport,
} from '#server/adapters/checkout/checkout.ts'
import type { Db } from '#server/db/open.ts'
import { Problem } from '#server/kit/problem.ts'
import type { Services } from '#server/services.ts'
import { toProviderSubscription } from './embedded-billing.ts'
import { type Audit, findSubscription, lockOrganization, type SubscriptionRow } from './ledger.ts'
import { assertPlanCovers } from './limits.ts'
import { applySubscriptionReport } from './receive.ts'

/** Awaits a payment provider. @throws Problem 503 if the request fails. */
export async function callProvider<T>({ log }: Pick<Services, 'log'>, request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    log.error({ err: error }, 'payment provider request failed')
    throw new Problem(503, 'The payment provider isn’t responding. Please try again.', { kind: 'provider' })
  }
}

/** Locks an organization's active subscription. @throws Problem 409 if it is not active. */
async function lockActive(db: Db, organizationId: string): Promise<SubscriptionRow> {
  await lockOrganization(db, organizationId)
  const row = await findSubscription(db, organizationId)
  if (row?.status === 'active') return row
  throw new Problem(409, 'Only an active subscription can be changed', { kind: 'not-active' })
}

/** Makes a change at the payment provider and applies the returned state. */
async function change(
  { db, services, audit }: { db: Db; services: Services; audit: Audit },
  row: SubscriptionRow,
  act: (checkout: Checkout, standing: ProviderSubscription) => Promise<SubscriptionReport>,
): Promise<void> {
  const checkout = services.checkouts.of(row.provider)
  if (!checkout) {
    throw new Problem(409, 'This subscription is billed by Stripe, which isn’t configured here', {
      kind: 'provider',
    })
  }
  const report = await callProvider(services, act(checkout, toProviderSubscription(row)))
  const now = Date.now()
  // Stripe timestamps are whole seconds of a different clock, and this report must not sort before known ones.
  const reportedAt = row.provider === 'stripe' ? now - (now % 1000) : now
  const at = Math.max(reportedAt, Date.parse(row.reported_at ?? row.created_at))
  // Sorts after provider events with the same timestamp, in request order.
  const id = `own_${uuid()}`
  await applySubscriptionReport(db, report, {
    id,
    provider: row.provider,
    at: new Date(at).toISOString(),
    audit,
  })
}

type ChangeContext = Parameters<typeof change>[0]

/** Cancels an organization's subscription at the end of its period, or revokes the cancellation. */
export async function setCancellation(
  call: ChangeContext,
  organizationId: string,
  cancels: boolean,
): Promise<void> {
  const row = await lockActive(call.db, organizationId)
  if (row.cancel_at_period_end === cancels) {
    const detail = cancels
      ? 'This subscription is already being cancelled'
      : 'This subscription isn’t being cancelled'
    throw new Problem(409, detail, { kind: 'no-change' })
  }
  await change(call, row, (checkout, standing) => checkout.setCancellation(standing, cancels))
}

/** Changes the plan of an organization's active subscription. */
export async function changePlan(
  call: ChangeContext,
  organizationId: string,
  { plan_id, billing_cycle: cycle }: { plan_id: Parameters<typeof planOf>[0]; billing_cycle: BillingCycle },
): Promise<void> {
  const plan: PlanId = planOf(plan_id)
  const row = await lockActive(call.db, organizationId)
  if (row.plan === plan && row.billing_cycle === cycle)
    throw new Problem(409, `You’re already on the ${plans[plan].name} plan`, { kind: 'no-change' })
  await assertPlanCovers(call.db, row.organization_id, plan)
  await change(call, row, (checkout, standing) => checkout.changePlan(standing, plan, cycle))
}
