import { z } from 'zod'
import { Id } from '../kit/fields.ts'

/**
 * The presence socket: who else has a record open. A client authenticates within 5 seconds, then says which records it
 * shows, and again whenever that changes:
 *
 *     → {"type": "auth", "token": "<bearer token>"}
 *     ← {"type": "authenticated", "payload": {}}
 *     → {"type": "open", "records": [{"resource": "devices", "id": "…", "is_editing": true, "field": "name"}]}
 *     ← {"type": "record", "payload": {…}}
 *
 * The server sends the state of a record on opening it and after each change, to people who may read the record; others
 * get no answer. It pings every 4 seconds, and a client that does not answer has left after 8. Only sessions of people
 * are accepted, not API keys. Close codes as on the live socket.
 */
export const presencePath = '/api/ws/presence'

/** Maximum number of records that one client has open: a screen, a drawer over it, and some room. */
export const maxOpenRecords = 5
/** People that a message names; `total` counts all. */
export const maxNamedPeople = 20

const Resource = z.string().min(1).max(60)
/** Texts have longer ids than records. */
const RecordId = z.string().min(1).max(300)

export const OpenRecord = z.object({
  resource: Resource,
  id: RecordId,
  is_editing: z.boolean(),
  /** The field with the focus. */
  field: z.string().min(1).max(80).optional(),
})
export type OpenRecord = z.infer<typeof OpenRecord>

export const PresenceMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth'), token: z.string().min(1).max(4096) }),
  z.object({
    type: z.literal('open'),
    /** Replaces all records that were open. */
    records: z.array(OpenRecord).max(maxOpenRecords),
  }),
])
export type PresenceMessage = z.infer<typeof PresenceMessage>

/** A person as another one may see them; staff of the service are shown to customers as support, without a name. */
export const Identity = z.object({ id: Id.nullable(), name: z.string().nullable() })
export type Identity = z.infer<typeof Identity>

/** Who has a record open, as the receiver may know it, including the receiver. */
export const RecordPresence = z.object({
  resource: Resource,
  id: RecordId,
  /** Once per person, those who edit first. */
  people: z.array(Identity.extend({ is_editing: z.boolean(), fields: z.array(z.string()) })),
  total: z.int(),
  /** The latest change of the record while it was open; `by` is null if they may not be named. */
  changed: z.object({ log_id: z.string(), by: Identity.nullable() }).nullable(),
})
export type RecordPresence = z.infer<typeof RecordPresence>
