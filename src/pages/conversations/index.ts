import type { PageModules } from '#kit/page-module.ts'

/** The pages of this domain, by the screens that they show. */
export const pages = {
  activeSessions: { load: () => import('./active-sessions.tsx'), texts: ['conversations'] },
  sessionHistory: { load: () => import('./session-history.tsx'), texts: ['conversations'] },
  languageConfig: { load: () => import('./voices/voices.tsx'), texts: ['voices'] },
  safetyIncidents: {
    load: () => import('./safety-incidents/safety-incidents.tsx'),
    texts: ['analytics', 'conversations', 'safety'],
  },
} satisfies PageModules
