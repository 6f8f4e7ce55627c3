import type { PageModules } from '#kit/screens.ts'

/** Lazy-loaded pages of this domain, by screen name. */
export const pages = {
  emergency: { load: () => import('./emergency/emergency.tsx'), texts: ['emergency', 'resources'] },
  alertQueue: { load: () => import('./emergency/queue/alert-queue.tsx'), texts: ['emergency', 'resources'] },
  alert: { load: () => import('./emergency/alert/alert.tsx'), texts: ['emergency', 'resources'] },
  myShifts: { load: () => import('./on-call/my-shifts.tsx'), texts: ['on-call', 'common'] },
} satisfies PageModules
