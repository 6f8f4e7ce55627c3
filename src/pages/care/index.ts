import type { PageModules } from '#kit/screens.ts'

/** Lazy-loaded pages of this domain, by screen name. */
export const pages = {
  care: { load: () => import('./day.tsx'), texts: ['care'] },
  carePerson: { load: () => import('./person.tsx'), texts: ['care', 'analytics'] },
  family: { load: () => import('./family.tsx'), texts: ['care'] },
} satisfies PageModules
