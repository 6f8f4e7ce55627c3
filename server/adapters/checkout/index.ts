import type { Config } from '#server/config.ts'
import type { Checkout, Provider } from './checkout.ts'
import { embedded } from './embedded.ts'
import { createStripeCheckout, type StripeCheckout } from './stripe.ts'

/** The configured payment providers. */
export interface Checkouts {
  /** Provider for new payments. */
  chosen: Checkout
  stripe: StripeCheckout | null
  /** Provider of an existing subscription; null if Stripe is no longer configured. */
  of(provider: Provider): Checkout | null
}

/** Stripe if its keys are configured, otherwise the embedded checkout. */
export function createCheckouts({
  STRIPE_SECRET_KEY,
  STRIPE_WEBHOOK_SECRET,
}: Pick<Config, 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET'>): Checkouts {
  const stripe =
    STRIPE_SECRET_KEY && STRIPE_WEBHOOK_SECRET
      ? createStripeCheckout(STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET)
      : null
  return {
    chosen: stripe ?? embedded,
    stripe,
    of: provider => (provider === 'stripe' ? stripe : embedded),
  }
}
