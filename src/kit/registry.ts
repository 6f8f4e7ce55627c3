import { heads as resourceHeads } from 'virtual:resources'
import type { Area } from '#contract/kit/permissions.ts'
import type { Resource } from './resource/resource.ts'

/** Groups of the navigation. */
export type GroupName = 'sessions' | 'users' | 'emergency' | 'analytics' | 'subscriptions' | 'system'

/** What the shell knows about a generated resource before its declaration is loaded. */
export interface ResourceHead {
  name: string
  /** Path of the list; record and form paths are below it. */
  path: string
  group: GroupName
  area: Area
  /** A second path to the same list, under another title. */
  alias?: { path: string; title: string }
  load: () => Promise<Resource>
}

/** One entry for each file in `resources/`, ordered by file name. */
export { resourceHeads as heads }

export const headOf = (name: string): ResourceHead | undefined =>
  resourceHeads.find(head => head.name === name)

/** @throws when `resources/` has no such declaration */
export function declarationOf(name: string): Promise<Resource> {
  const head = headOf(name)
  if (!head) throw new Error(`There is no resource "${name}"`)
  return head.load()
}
