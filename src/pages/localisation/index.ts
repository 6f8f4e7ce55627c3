import type { PageModules } from '#kit/screens.ts'

/** Lazy-loaded pages of this domain, by screen name. */
export const pages = {
  translations: { load: () => import('./translations/translations.tsx'), texts: ['translations', 'preview'] },
} satisfies PageModules
