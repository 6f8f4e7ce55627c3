import type { PageModules } from '#kit/screens.ts'

/** Lazy-loaded pages of this domain, by screen name. */
export const pages = {
  home: { load: () => import('./home/home.tsx'), texts: ['analytics', 'revenue'] },
  operations: {
    load: () => import('./operations/operations.tsx'),
    texts: ['analytics', 'live', 'operations'],
  },
  analytics: { load: () => import('./analytics.tsx'), texts: ['pages', 'live'] },
  conversationAnalytics: {
    load: () => import('./conversation-analytics/conversation-analytics.tsx'),
    texts: ['analytics', 'conversations', 'conversation-analytics'],
  },
  usageMetrics: {
    load: () => import('./usage-metrics/usage-metrics.tsx'),
    texts: ['activity-logs', 'analytics', 'device-events', 'usage'],
  },
  revenueAnalytics: {
    load: () => import('./revenue-analytics/revenue-analytics.tsx'),
    texts: ['analytics', 'revenue'],
  },
  revenueCohorts: {
    load: () => import('./revenue-cohorts/revenue-cohorts.tsx'),
    texts: ['analytics', 'cohorts', 'revenue'],
  },
} satisfies PageModules
