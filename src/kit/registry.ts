import type { Area } from '#contract/permissions.ts'

/** The navigation's groups. */
export type GroupName = 'sessions' | 'users' | 'emergency' | 'analytics' | 'subscriptions' | 'system'

/** What the shell knows of a generated resource before its declaration is loaded. */
export interface ResourceHead {
  name: string
  /** Where its list is; the record, its form and the new record's form lie below. */
  path: string
  group: GroupName
  area: Area
  /** A second door to the same list, under a title of its own. */
  alias?: { path: string; title: string }
}

/** One head for each declaration in `resources/`. */
export const heads: readonly ResourceHead[] = []
