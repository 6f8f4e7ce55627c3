import { validate as isUuid } from 'uuid'
import type { z } from 'zod'
import type { CardPayment, Checkout, checkouts } from '#contract/billing/checkouts.ts'
import { maskCard, testCardOutcome } from '#server/adapters/checkout/embedded.ts'
import type { Db } from '#server/db/open.ts'
import type { Call } from '#server/kit/call.ts'
import { invalidField, notFound, Problem } from '#server/kit/problem.ts'
import { recoverSubscription, startSubscription } from './embedded-billing.ts'
import { findSubscription, lockOrganization } from './ledger.ts'

/** A checkout of the caller's organization. @throws Problem 404 if there is none with the embedded provider. */
async function find(db: Db, id: string, organizationId: string) {
  if (!isUuid(id)) throw notFound('This payment')
  const checkout = await db
    .selectFrom('checkouts')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('provider', '=', 'embedded')
    .executeTakeFirst()
  if (!checkout) throw notFound('This payment')
  return checkout
}

export async function show({
  db,
  params,
  actor,
}: Call<(typeof checkouts)['show']>): Promise<z.output<typeof Checkout>> {
  const { id, plan, billing_cycle, amount_cents, status, success_url, cancel_url } = await find(
    db,
    params.id,
    actor.organizationId,
  )
  return { id, plan, billing_cycle, amount: amount_cents / 100, status, success_url, cancel_url }
}

/** The end of a card's expiry month, in milliseconds since the epoch. */
function expiryEnd(expiry: string): number {
  const [month, year] = expiry.split('/').map(Number) as [number, number]
  return Date.UTC(2000 + year, month)
}

/** Charges a test card. @throws Problem 422 if it is declined. */
function charge({
  card_number,
  expiry,
  authenticated,
}: z.output<typeof CardPayment>): 'paid' | 'needs_authentication' {
  const outcome = testCardOutcome(card_number)
  if (!outcome) throw invalidField('card_number', 'This is a test checkout. Use a test card.')
  if (expiryEnd(expiry) <= Date.now()) throw invalidField('expiry', 'Your card has expired')
  if (outcome === 'declined') throw new Problem(422, 'Your card was declined.', { kind: 'card-declined' })
  if (outcome === 'paid' || authenticated) return 'paid'
  if (authenticated === undefined) return 'needs_authentication'
  throw new Problem(
    422,
    'Your bank couldn’t authenticate the payment. Please try again or use another card.',
    {
      kind: 'authentication-failed',
    },
  )
}

/** Pays with a card, of which only the last four digits are stored. Idempotent. */
export async function pay({ actor, body, db, params, audit }: Call<(typeof checkouts)['pay']>) {
  const { organizationId } = actor
  await lockOrganization(db, organizationId)
  const { id, plan, billing_cycle: cycle, status, success_url } = await find(db, params.id, organizationId)
  if (status === 'cancelled') throw new Problem(409, 'This payment was cancelled', { kind: 'checkout-over' })
  if (status === 'completed') {
    audit({ action: 'view', resourceType: 'checkouts', resourceId: id })
    return { outcome: 'paid', continue_url: success_url } as const
  }
  const outcome = charge(body)
  if (outcome === 'needs_authentication') {
    audit({ action: 'authenticate', resourceType: 'checkouts', resourceId: id })
    return { outcome, continue_url: null }
  }
  const at = new Date().toISOString()
  const payment = {
    checkoutId: id,
    organizationId,
    plan,
    cycle,
    paymentMethod: maskCard(body.card_number),
    at,
  }
  const row = await findSubscription(db, organizationId)
  if (row?.status === 'past_due') await recoverSubscription(db, row, payment, audit)
  else await startSubscription(db, payment, audit)
  audit({ action: 'pay', resourceType: 'checkouts', resourceId: id })
  return { outcome, continue_url: success_url }
}

/** Cancels an open checkout. */
export async function cancel({ actor, db, params, audit }: Call<(typeof checkouts)['cancel']>) {
  const { organizationId } = actor
  await lockOrganization(db, organizationId)
  const { id, status, cancel_url } = await find(db, params.id, organizationId)
  if (status === 'completed')
    throw new Problem(409, 'This payment has already been made', { kind: 'checkout-over' })
  if (status === 'open')
    await db.updateTable('checkouts').set({ status: 'cancelled' }).where('id', '=', id).execute()
  audit({ action: 'cancel', resourceType: 'checkouts', resourceId: id })
  return { continue_url: cancel_url }
}
