import { heads } from 'virtual:resources'
import type { Area } from '#contract/kit/permissions.ts'
import type { Resource } from './resource/resource.ts'

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
  load: () => Promise<Resource>
}

/** One head for each declaration in `resources/`, in the order of the files' names. */
export { heads }

export const headOf = (name: string): ResourceHead | undefined => heads.find(head => head.name === name)

/** @throws when `resources/` has no such declaration. */
export function declarationOf(name: string): Promise<Resource> {
  const head = headOf(name)
  if (!head) throw new Error(`There is no resource "${name}"`)
  return head.load()
}
