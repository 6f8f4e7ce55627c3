import { grant } from '#contract/kit/permissions.ts'
import { live } from '#contract/platform/live.ts'
import type { Actor } from '#server/kit/call.ts'
import type { Audience, Change } from '#server/kit/changes.ts'
import { serve } from '#server/kit/serve.ts'
import { issueTicket, ticketSeconds } from '#server/kit/stream-tickets.ts'

/**
 * The changes that are streamed to a caller: of resources where they can see all rows, or all rows of their
 * organization. Narrower scopes (assigned people, the caller) would need a query per change and caller; those clients poll.
 */
function audience(
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

export default serve(live)({
  ticket: async ({ db, actor }) => ({
    ticket: await issueTicket(db, actor.sessionId),
    expires_in_seconds: ticketSeconds,
  }),
  changes: ({ actor, services: { changes } }, { send, reset }) => {
    const { resources, isVisible } = audience(actor, changes.resources)
    const { coveredMs, recent } = changes.recent(isVisible)
    send('ready', {
      resources,
      covered_ms: coveredMs,
      recent: recent.map(({ resource, ageMs }) => ({ resource, age_ms: ageMs })),
    })
    return changes.subscribe({
      onChange(change) {
        if (!isVisible(change)) return
        const { logId, resource, id, action, at, requestId } = change
        send('change', { resource, id, action, at, request_id: requestId }, logId)
      },
      onGap: reset,
    })
  },
})
