import type { PageModules } from '#kit/screens.ts'

/** Lazy-loaded pages of this domain, by screen name. */
export const pages = {
  activeSessions: {
    load: async () => ({ Component: (await import('./conversations.tsx')).ActiveSessions }),
    texts: ['conversations'],
  },
  sessionHistory: {
    load: async () => ({ Component: (await import('./conversations.tsx')).SessionHistory }),
    texts: ['conversations'],
  },
  languageConfig: { load: () => import('./voices/voices.tsx'), texts: ['voices'] },
  safetyIncidents: {
    load: () => import('./safety-incidents/safety-incidents.tsx'),
    texts: ['analytics', 'conversations', 'safety'],
  },
  turnReviews: { load: () => import('./turn-reviews/turn-reviews.tsx'), texts: ['conversations'] },
} satisfies PageModules
