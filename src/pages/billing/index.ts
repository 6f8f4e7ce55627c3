import type { PageModules } from '#kit/screens.ts'

/** Lazy-loaded pages of this domain, by screen name. */
export const pages = {
  subscription: { load: () => import('./subscription/subscription.tsx'), texts: ['subscriptions'] },
  subscriptionManagement: { load: () => import('./subscription/management.tsx'), texts: ['subscriptions'] },
  subscriptionOverview: { load: () => import('./subscription/overview.tsx'), texts: ['subscriptions'] },
  subscriptionSuccess: {
    load: async () => ({ Component: (await import('./subscription/checkout-result.tsx')).CheckoutSuccess }),
    texts: ['subscriptions'],
  },
  subscriptionCancel: {
    load: async () => ({ Component: (await import('./subscription/checkout-result.tsx')).CheckoutCancelled }),
    texts: ['subscriptions'],
  },
  checkout: { load: () => import('./checkout/checkout.tsx'), texts: ['subscriptions'] },
} satisfies PageModules
