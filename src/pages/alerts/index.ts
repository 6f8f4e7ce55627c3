import type { PageModules } from '#kit/page-module.ts'

/** The pages of this domain, by the screens that they show. */
export const pages = {
  emergency: { load: () => import('./emergency/emergency.tsx'), texts: ['emergency', 'resources'] },
  alertQueue: { load: () => import('./emergency/queue/alert-queue.tsx'), texts: ['emergency', 'resources'] },
  alert: { load: () => import('./emergency/alert/alert.tsx'), texts: ['emergency', 'resources'] },
} satisfies PageModules
