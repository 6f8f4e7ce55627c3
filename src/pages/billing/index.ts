import type { PageModules } from '#kit/screens.ts'

/** Lazy-loaded pages of this domain, by screen name. */
export const pages = {
  subscription: { load: () => import('./subscription/subscription.tsx'), texts: ['subscriptions'] },
  subscriptionManagement: { load: () => import('./subscription/management.tsx'), texts: ['subscriptions'] },
  subscriptionOverview: { load: () => import('./subscription/overview.tsx'), texts: ['subscriptions'] },
  subscriptionSuccess: { load: () => import('./subscription/success.tsx'), texts: ['subscriptions'] },
  subscriptionCancel: { load: () => import('./subscription/cancelled.tsx'), texts: ['subscriptions'] },
  checkout: { load: () => import('./checkout/checkout.tsx'), texts: ['subscriptions'] },
} satisfies PageModules
