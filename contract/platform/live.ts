import { z } from 'zod'
import { endpoint, stream } from '../kit/endpoint.ts'
import { Instant } from '../kit/fields.ts'

/** A change notification: identifies the record, but never contains its data. */
export const RecordChange = z.object({
  /** The resource as the activity log names it. */
  resource: z.string(),
  /** Null if the action is not about a single record. */
  id: z.string().nullable(),
  /** `create`, `update`, `delete`, or another audited action. */
  action: z.string(),
  at: Instant,
  /** The `x-request-id` of the call that caused it, so that clients can recognise their own changes. */
  request_id: z.string().nullable(),
})
export type RecordChange = z.infer<typeof RecordChange>

export const live = {
  ticket: endpoint({
    method: 'POST',
    path: '/api/auth/stream-ticket',
    summary: 'Create a single-use ticket for an event stream, valid for 30 seconds',
    access: 'signed-in',
    reply: z.object({ ticket: z.string(), expires_in_seconds: z.int() }),
  }),
  changes: stream({
    path: '/api/live/changes',
    summary: 'Stream changes to records that you may list',
    access: 'signed-in',
    query: z.strictObject({
      /** For clients that cannot send `Authorization`. */
      ticket: z.string().min(1).max(200).optional(),
    }),
    events: {
      /** Sent first: `resources` are those that are streamed. Others have to be polled. */
      ready: z.object({
        resources: z.array(z.string()),
        /**
         * Resources that changed shortly before, with the milliseconds since their latest change: what was read before
         * that change is out of date.
         */
        recent: z.array(z.object({ resource: z.string(), age_ms: z.int() })),
        /** How far back `recent` reaches, in milliseconds: what was read before that may be out of date. */
        covered_ms: z.int(),
      }),
      change: RecordChange,
    },
  }),
}
