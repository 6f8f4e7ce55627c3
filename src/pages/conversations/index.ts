import type { PageModules } from '#kit/screens.ts'

/** Lazy-loaded pages of this domain, by screen name. */
export const pages = {
  activeSessions: { load: () => import('./active-sessions.tsx'), texts: ['conversations'] },
  sessionHistory: { load: () => import('./session-history.tsx'), texts: ['conversations'] },
  languageConfig: { load: () => import('./voices/voices.tsx'), texts: ['voices'] },
  safetyIncidents: {
    load: () => import('./safety-incidents/safety-incidents.tsx'),
    texts: ['analytics', 'conversations', 'safety'],
  },
} satisfies PageModules
