import type { PageModules } from '#kit/page-module.ts'

/** The pages of this domain, by the screens that they show. */
export const pages = {
  deviceEvents: {
    load: () => import('./device-events/device-events.tsx'),
    texts: ['device-events', 'events', 'resources'],
  },
} satisfies PageModules
