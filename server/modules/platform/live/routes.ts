import { live } from '#contract/platform/live.ts'
import { serve } from '#server/kit/serve.ts'
import { issueTicket, ticketSeconds } from '#server/kit/stream-tickets.ts'
import { audience } from './audience.ts'

export default serve(live)({
  ticket: async ({ db, actor }) => ({
    ticket: await issueTicket(db, actor.sessionId),
    expires_in_seconds: ticketSeconds,
  }),
  changes: ({ actor, services: { changes } }, { send, reset }) => {
    const { resources, isVisible } = audience(actor, changes.resources)
    send('ready', { resources })
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
