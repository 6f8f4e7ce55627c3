import type { PageModules } from '#kit/screens.ts'

/** Lazy-loaded pages of this domain, by screen name. */
export const pages = {
  accessReview: {
    load: () => import('./access-review/access-review.tsx'),
    texts: ['access-review', 'resources', 'common'],
  },
  organizationSetup: {
    load: () => import('./setup/setup.tsx'),
    texts: ['setup', 'kit', 'resources', 'common'],
  },
} satisfies PageModules
