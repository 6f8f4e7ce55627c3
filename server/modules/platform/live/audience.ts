import { grant } from '#contract/kit/permissions.ts'
import type { Actor } from '#server/kit/call.ts'
import type { Audience, Change } from '#server/kit/changes.ts'

/**
 * The changes that are streamed to a caller: of resources where they can see all rows, or all rows of their
 * organization. Narrower scopes (assigned people, oneself) would need a query per change and caller; those clients poll.
 */
export function audience(
  { role, organizationId }: Pick<Actor, 'role' | 'organizationId'>,
  listed: ReadonlyMap<string, Audience>,
) {
  const reaches = new Map(
    [...listed].flatMap(([resource, permission]) => {
      const reach = permission === 'signed-in' ? 'all' : grant(role, permission)?.reach
      return reach === 'all' || reach === 'organization' ? [[resource, reach] as const] : []
    }),
  )
  return {
    resources: [...reaches.keys()],
    isVisible(change: Pick<Change, 'resource' | 'organizationId'>): boolean {
      const reach = reaches.get(change.resource)
      return reach === 'all' || (reach === 'organization' && change.organizationId === organizationId)
    },
  }
}
