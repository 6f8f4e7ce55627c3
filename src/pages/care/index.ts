import type { PageModules } from '#kit/page-module.ts'

/** The pages of this domain, by the screens that they show. */
export const pages = {
  care: { load: () => import('./day.tsx'), texts: ['care'] },
  carePerson: { load: () => import('./person.tsx'), texts: ['care', 'analytics'] },
  family: { load: () => import('./family.tsx'), texts: ['care'] },
} satisfies PageModules
