import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './fields.ts'
import { may } from './permissions.ts'
import { BillingCycle, PlanId } from './plans.ts'

/** A payment of the embedded checkout: a page of ours in place of a payment provider's, for test cards alone. */
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

/** A card number of 16 digits, however it is spaced. */
const CardNumber = z
  .string()
  .transform(text => text.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{16}$/, 'Enter a 16-digit card number'))

export const CardPayment = z.strictObject({
  card_number: CardNumber,
  expiry: z.string().regex(/^(0[1-9]|1[0-2])\s?\/\s?\d\d$/, 'Use MM/YY, such as 12/34'),
  cvc: z.string().regex(/^\d{3,4}$/, 'Enter the 3 or 4 digits on the card'),
  /** Whether the holder proved to be it, where the bank had asked for that. */
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
      'Pay by a test card: 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks for authentication',
    access: may('own_subscription', 'create'),
    body: CardPayment,
    reply: z.object({
      outcome: z.enum(['paid', 'needs_authentication']),
      /** Where to go on; null until it is paid. */
      continue_url: z.url().nullable(),
    }),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/checkout/{id}/cancel',
    summary: 'Give a payment of the embedded checkout up',
    access: may('own_subscription', 'create'),
    reply: z.object({ continue_url: z.url() }),
  }),
}

/** What payment providers tell us by themselves. */
export const paymentWebhooks = {
  stripe: endpoint({
    method: 'POST',
    path: '/api/webhooks/stripe',
    summary:
      'Take an event of Stripe, signed as its `Stripe-Signature` header says; 404 where Stripe is not set up',
    access: 'public',
    /** Unread: the signature is of these very characters. */
    body: z.string(),
    reply: z.object({ received: z.literal(true) }),
  }),
}
