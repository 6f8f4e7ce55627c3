import { z } from 'zod'
import { endpoint, stream } from '../kit/endpoint.ts'
import { Instant } from '../kit/fields.ts'

/** A record was created, changed or removed: where to look, never what is there. */
export const RecordChange = z.object({
  /** The resource as the activity log names it. */
  resource: z.string(),
  /** Null where the act was not about one record. */
  id: z.string().nullable(),
  /** `create`, `update`, `delete`, or the act's own name. */
  action: z.string(),
  at: Instant,
  /** The call that caused it, as its answer's `x-request-id` says: by it a client knows its own changes. */
  request_id: z.string().nullable(),
})
export type RecordChange = z.infer<typeof RecordChange>

export const live = {
  ticket: endpoint({
    method: 'POST',
    path: '/api/auth/stream-ticket',
    summary: 'Get a ticket that opens one event stream within 30 seconds',
    access: 'signed-in',
    reply: z.object({ ticket: z.string(), expires_in_seconds: z.int() }),
  }),
  changes: stream({
    path: '/api/live/changes',
    summary: 'Follow the changes of the records that the caller may list',
    access: 'signed-in',
    query: z.strictObject({ ticket: z.string().min(1).max(200) }),
    events: {
      /** Comes first: the resources whose changes will be told. The others have to be polled. */
      ready: z.object({ resources: z.array(z.string()) }),
      change: RecordChange,
    },
  }),
}
