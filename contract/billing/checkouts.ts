import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id } from '../kit/fields.ts'
import { may } from '../kit/permissions.ts'
import { BillingCycle, PlanId } from './plans.ts'

/** A payment in the embedded checkout, which replaces a payment provider and accepts test cards only. */
export const Checkout = z.object({
  id: Id,
  plan: PlanId,
  billing_cycle: BillingCycle,
  /** In USD, with 2 decimals. */
  amount: z.number(),
  status: z.enum(['open', 'completed', 'cancelled']),
  success_url: z.url(),
  cancel_url: z.url(),
})

/** A card number of 16 digits; spaces and dashes are ignored. */
const CardNumber = z
  .string()
  .transform(text => text.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{16}$/, 'Enter a 16-digit card number'))

export const CardPayment = z.strictObject({
  card_number: CardNumber,
  expiry: z.string().regex(/^(0[1-9]|1[0-2])\s?\/\s?\d\d$/, 'Use MM/YY, such as 12/34'),
  cvc: z.string().regex(/^\d{3,4}$/, 'Enter the 3 or 4 digits on the card'),
  /** Result of the bank's authentication (3-D Secure), if it was required. */
  authenticated: z.boolean().optional(),
})

export const checkouts = {
  show: endpoint({
    method: 'GET',
    path: '/api/checkout/{id}',
    summary: 'Show a payment of the embedded checkout',
    access: may('own_subscription', 'show'),
    reply: Checkout,
  }),
  pay: endpoint({
    method: 'POST',
    path: '/api/checkout/{id}/pay',
    summary:
      'Pay with a test card: 4242 4242 4242 4242 succeeds, 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 requires authentication',
    access: may('own_subscription', 'create'),
    body: CardPayment,
    reply: z.object({
      outcome: z.enum(['paid', 'needs_authentication']),
      /** Where to continue; null until paid. */
      continue_url: z.url().nullable(),
    }),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/checkout/{id}/cancel',
    summary: 'Cancel a payment of the embedded checkout',
    access: may('own_subscription', 'create'),
    reply: z.object({ continue_url: z.url() }),
  }),
}

/** Webhooks of payment providers. */
export const paymentWebhooks = {
  stripe: endpoint({
    method: 'POST',
    path: '/api/webhooks/stripe',
    summary:
      'Receive a Stripe event, verified by its `Stripe-Signature` header; 404 if Stripe is not configured',
    access: 'public',
    /** Unparsed: the signature covers the exact characters. */
    body: z.string(),
    reply: z.object({ received: z.literal(true) }),
  }),
}
