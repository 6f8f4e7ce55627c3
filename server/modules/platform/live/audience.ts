import { grant } from '#contract/kit/permissions.ts'
import type { Actor } from '#server/kit/call.ts'
import type { Audience, Change } from '#server/kit/changes.ts'

/**
 * What a caller is told of live. Who sees all rows of a resource, or those of their organization, is told of the changes
 * among them. Whether a change is about somebody assigned to the caller, or about the caller, cannot be said without
 * asking the database at every change for every caller: who reaches only those is told nothing, and polls.
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
    isTold(change: Pick<Change, 'resource' | 'organizationId'>): boolean {
      const reach = reaches.get(change.resource)
      return reach === 'all' || (reach === 'organization' && change.organizationId === organizationId)
    },
  }
}
