import type { Config } from '#server/config.ts'
import type { Checkout, Provider } from './checkout.ts'
import { embedded } from './embedded.ts'
import { openStripe, type StripeCheckout } from './stripe.ts'

/** Who takes money here. */
export interface Checkouts {
  /** Whoever new payments go to. */
  chosen: Checkout
  stripe: StripeCheckout | null
  /** Whoever has a subscription; null once Stripe is no longer set up. */
  of(provider: Provider): Checkout | null
}

/** Stripe where its keys are configured, else a page of our own that takes test cards. */
export function openCheckouts({
  STRIPE_SECRET_KEY,
  STRIPE_WEBHOOK_SECRET,
}: Pick<Config, 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET'>): Checkouts {
  const stripe =
    STRIPE_SECRET_KEY && STRIPE_WEBHOOK_SECRET ? openStripe(STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET) : null
  return {
    chosen: stripe ?? embedded,
    stripe,
    of: provider => (provider === 'stripe' ? stripe : embedded),
  }
}
