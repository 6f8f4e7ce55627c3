import { grant } from '#contract/kit/permissions.ts'
import { live } from '#contract/platform/live.ts'
import type { Actor } from '#server/kit/call.ts'
import type { AddressedChange, Audience } from '#server/kit/changes.ts'
import { serve } from '#server/kit/serve.ts'
import { issueTicket, ticketSeconds } from '#server/kit/stream-tickets.ts'

/** Which changes of a resource a role receives. */
function reachOf(role: Actor['role'], audience: Audience) {
  if (audience === 'signed-in') return 'all'
  return audience === 'recipient' ? audience : grant(role, audience)?.reach
}

/**
 * The changes that are streamed to a caller: of resources where they can see all rows, or all rows of their
 * organization, and changes that are published to them alone. Narrower scopes (assigned people, the caller) would need a
 * query per change and caller; those clients poll.
 */
function audience(
  { id, role, organizationId }: Pick<Actor, 'id' | 'role' | 'organizationId'>,
  listed: ReadonlyMap<string, Audience>,
) {
  const reaches = new Map(
    [...listed].flatMap(([resource, permission]): [string, 'all' | 'organization' | 'recipient'][] => {
      const reach = reachOf(role, permission)
      return reach === undefined || reach === 'assigned' || reach === 'self' ? [] : [[resource, reach]]
    }),
  )
  return {
    resources: [...reaches.keys()],
    isVisible(change: AddressedChange): boolean {
      const reach = reaches.get(change.resource)
      if (reach === 'recipient') return change.recipientId === id
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
