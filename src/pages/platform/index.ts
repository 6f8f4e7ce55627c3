import type { PageModules } from '#kit/screens.ts'

/** Lazy-loaded pages of this domain, by screen name. */
export const pages = {
  settings: { load: () => import('./settings/settings.tsx'), texts: ['revenue', 'notifications'] },
  systemStatus: { load: () => import('./system-status/system-status.tsx'), texts: ['system'] },
  rateLimits: { load: () => import('./rate-limits/rate-limits.tsx'), texts: ['rate-limits'] },
} satisfies PageModules

/** Public pages (no sign-in), by path. */
export const publicPages = {
  '/unsubscribe': { load: () => import('./unsubscribe/unsubscribe.tsx'), texts: ['reports'] },
  '/terms-of-service': {
    load: async () => ({ Component: (await import('./legal/legal.tsx')).TermsOfService }),
    texts: ['legal'],
  },
  '/privacy-policy': {
    load: async () => ({ Component: (await import('./legal/legal.tsx')).PrivacyPolicy }),
    texts: ['legal'],
  },
} satisfies PageModules
