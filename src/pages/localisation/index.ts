import type { PageModules } from '#kit/page-module.ts'

/** The pages of this domain, by the screens that they show. */
export const pages = {
  translations: { load: () => import('./translations/translations.tsx'), texts: ['translations'] },
} satisfies PageModules
