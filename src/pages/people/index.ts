import type { PageModules } from '#kit/screens.ts'

/** Lazy-loaded pages of this domain, by screen name. */
export const pages = {
  accessReview: {
    load: () => import('./access-review/access-review.tsx'),
    texts: ['access-review', 'resources', 'common'],
  },
} satisfies PageModules
