import { v7 as uuid } from 'uuid'
import { type BillingCycle, type PlanId, planOf, priceCents } from '#contract/billing/plans.ts'
import type { subscriptions } from '#contract/billing/subscriptions.ts'
import { isOwnUrl } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'
import type { Call } from '#server/kit/call.ts'
import { invalidField, Problem } from '#server/kit/problem.ts'
import { callProvider } from './change.ts'
import { findSubscription, lockOrganization, type SubscriptionRow } from './ledger.ts'
import { assertPlanCovers } from './limits.ts'

type CheckoutCall = Call<(typeof subscriptions)['checkout']>

/** Milliseconds for which an open payment page is reused; Stripe's expire after a day. */
const reuseMs = 12 * 3_600_000

/** Return URLs must belong to this installation, so that a checkout cannot lead to a forged page. */
function assertOwnUrl({ services }: CheckoutCall, field: 'success_url' | 'cancel_url', url: string) {
  if (!isOwnUrl(services.config, url)) throw invalidField(field, 'Must be a URL of this installation')
}

/** Refuses a checkout for an active subscription or one with an open invoice. */
function assertPayable(row: SubscriptionRow | undefined, plan: PlanId, cycle: BillingCycle) {
  if (row?.status === 'active') {
    throw new Problem(409, 'You already have a subscription. Change its plan instead.', {
      kind: 'already-subscribed',
    })
  }
  if (row?.status !== 'past_due') return
  const isOther = row.plan !== plan || row.billing_cycle !== cycle
  if (row.provider === 'stripe' || isOther) {
    throw new Problem(409, 'Your last payment failed. Pay the open invoice first.', { kind: 'payment-due' })
  }
}

const findOpenCheckout = (db: Db, organizationId: string) =>
  db
    .selectFrom('checkouts')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'open')
    .executeTakeFirst()

/**
 * Opens a payment page for a plan. A repeated request returns the same page; a different one cancels the previous page.
 */
export async function openCheckout(call: CheckoutCall): Promise<{ checkout_url: string }> {
  const { actor, body, db, services, audit } = call
  const { organizationId } = actor
  const { chosen, of } = services.checkouts
  const { success_url, cancel_url, billing_cycle: cycle } = body
  assertOwnUrl(call, 'success_url', success_url)
  assertOwnUrl(call, 'cancel_url', cancel_url)
  const plan = planOf(body.plan_id)

  await lockOrganization(db, organizationId)
  const row = await findSubscription(db, organizationId)
  assertPayable(row, plan, cycle)
  await assertPlanCovers(db, organizationId, plan)
  const order = { plan, billing_cycle: cycle, success_url, cancel_url, provider: chosen.name }
  const open = await findOpenCheckout(db, organizationId)
  if (open) {
    const isSame = Object.entries(order).every(([name, value]) => open[name as keyof typeof order] === value)
    if (isSame && Date.parse(open.created_at) > Date.now() - reuseMs) {
      audit({ action: 'view', resourceType: 'checkouts', resourceId: open.id })
      return { checkout_url: open.url }
    }
    if (open.external_id)
      await callProvider(services, of(open.provider)?.withdraw(open.external_id) ?? Promise.resolve())
    await db.updateTable('checkouts').set({ status: 'cancelled' }).where('id', '=', open.id).execute()
  }

  const id = uuid()
  const { externalId, url } = await callProvider(
    services,
    chosen.open({
      id,
      organizationId,
      plan,
      cycle,
      customerId: row?.provider === chosen.name ? row.customer_id : null,
      email: actor.email,
      successUrl: success_url,
      cancelUrl: cancel_url,
    }),
  )
  const amount_cents = priceCents(plan, cycle)
  await db
    .insertInto('checkouts')
    .values({ id, organization_id: organizationId, amount_cents, external_id: externalId, url, ...order })
    .execute()
  audit({
    action: 'create',
    resourceType: 'checkouts',
    resourceId: id,
    organizationId,
    details: { after: { plan, billing_cycle: cycle, provider: chosen.name } },
  })
  return { checkout_url: url }
}
