import type { PageModules } from '#kit/screens.ts'

/** Lazy-loaded pages of this domain, by screen name. */
export const pages = {
  singleSignOn: {
    load: () => import('./single-sign-on/settings.tsx'),
    texts: ['single-sign-on'],
  },
  twoFactor: { load: () => import('./two-factor/two-factor.tsx'), texts: ['security', 'privacy'] },
} satisfies PageModules

/** Public pages (no sign-in), by path. */
export const publicPages = {
  '/login': { load: () => import('./login/login.tsx'), texts: ['auth'] },
  '/register': { load: () => import('./register/register.tsx'), texts: ['auth'] },
  '/forgot-password': { load: () => import('./password/forgot-password.tsx'), texts: ['auth'] },
  '/reset-password': { load: () => import('./password/reset-password.tsx'), texts: ['auth'] },
  '/single-sign-on/callback': {
    load: async () => ({ Component: (await import('./single-sign-on/callback.tsx')).Callback }),
    texts: ['single-sign-on', 'auth'],
  },
  '/single-sign-on/start': {
    load: async () => ({ Component: (await import('./single-sign-on/callback.tsx')).Start }),
    texts: ['single-sign-on'],
  },
  '/verify-email': { load: () => import('./verify-email/verify-email.tsx'), texts: ['auth'] },
} satisfies PageModules
