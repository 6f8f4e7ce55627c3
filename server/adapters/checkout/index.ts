import type { Config } from '#server/config.ts'
import type { Checkout, Provider } from './checkout.ts'
import { embedded } from './embedded.ts'
import type { StripeCheckout } from './stripe.ts'

/** The configured payment providers. */
export interface Checkouts {
  /** Provider for new payments. */
  chosen: Checkout
  stripe: StripeCheckout | null
  /** Provider of an existing subscription; null if Stripe is no longer configured. */
  of(provider: Provider): Checkout | null
}

/** Stripe if its keys are configured, otherwise the embedded checkout. Its library is loaded on demand, as it takes memory. */
export async function openCheckouts({
  STRIPE_SECRET_KEY,
  STRIPE_WEBHOOK_SECRET,
}: Pick<Config, 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET'>): Promise<Checkouts> {
  const stripe =
    STRIPE_SECRET_KEY && STRIPE_WEBHOOK_SECRET
      ? (await import('./stripe.ts')).createStripeCheckout(STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET)
      : null
  return {
    chosen: stripe ?? embedded,
    stripe,
    of: provider => (provider === 'stripe' ? stripe : embedded),
  }
}
