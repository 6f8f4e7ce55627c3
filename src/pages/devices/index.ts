import type { PageModules } from '#kit/screens.ts'

/** Lazy-loaded pages of this domain, by screen name. */
export const pages = {
  deviceEvents: {
    load: () => import('./device-events/device-events.tsx'),
    texts: ['device-events', 'events', 'resources'],
  },
} satisfies PageModules
