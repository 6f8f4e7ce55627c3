import { z } from 'zod'
import { endpoint, stream } from '../kit/endpoint.ts'
import { Id, Instant, reference } from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { may } from '../kit/permissions.ts'

/** Event types; `button`, `fall` and `test` are standard, devices may define others. */
const EventType = z
  .string()
  .regex(
    /^[a-z][a-z0-9_.-]{0,39}$/,
    'Must start with a lowercase letter and contain only lowercase letters, digits, dots, hyphens and underscores',
  )

/** Type of test events. They are stored and shown, but do not affect the state of the device or its wearer. */
export const testEventType = 'test'

const Battery = z.int().min(0).max(100).nullable().meta({ unit: 'percent' })

/** An event reported by a device. */
export const DeviceEvent = z.object({
  id: Id,
  ts: Instant,
  type: z.string(),
  device_id: reference('devices'),
  person_id: reference('elderly').nullable(),
  organization_id: reference('organizations'),
  battery: Battery,
  payload: z.record(z.string(), z.unknown()),
  /** When the server received it; `ts` is when it happened. */
  received_at: Instant,
  /** The device's timestamp, if it was implausible and `ts` was set to `received_at`. */
  device_ts: Instant.nullable(),
})
export type DeviceEvent = z.infer<typeof DeviceEvent>

/** Whether PostgreSQL can store a text: no NUL, no lone surrogates. U+FFFE and other noncharacters are fine. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()
const unstorable = 'Must not contain NUL characters or lone surrogates'
const Key = (maxLength: number) => z.string().trim().min(1).max(maxLength).refine(isStorable, unstorable)

/** Maximum length of an event's payload, in characters of JSON. */
const maxPayloadLength = 4_000

/** Whether all keys and texts of a JSON value can be stored; iterative, because payloads may be deeply nested. */
function isStorableJson(value: unknown): boolean {
  const pending = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next === 'string' && !isStorable(next)) return false
    if (typeof next !== 'object' || next === null) continue
    if (!Array.isArray(next) && !Object.keys(next).every(isStorable)) return false
    for (const part of Object.values(next)) pending.push(part)
  }
  return true
}

export const NewDeviceEvent = z.object({
  /** Device id or serial; optional with the device's own key. */
  device_id: Key(64).optional(),
  type: EventType,
  battery: Battery.optional(),
  /**
   * Device timestamp: ISO 8601, or seconds or milliseconds of the epoch; defaults to now. Timestamps outside
   * the years 1970 to 9999 are rejected, except for alarms, which then count as now.
   */
  ts: z.union([z.iso.datetime({ offset: true }), z.number()]).optional(),
  /** Idempotency key of the device: repeated events with the same key are stored once. */
  event_id: Key(128).optional(),
  payload: z
    .record(z.string().max(64), z.unknown())
    .refine(
      payload => JSON.stringify(payload).length <= maxPayloadLength,
      `At most ${maxPayloadLength} characters of JSON`,
    )
    .refine(isStorableJson, unstorable)
    .optional(),
})
export type NewDeviceEvent = z.infer<typeof NewDeviceEvent>

export const deviceEvents = {
  list: endpoint({
    method: 'GET',
    path: '/api/device/events',
    summary: 'List device events, newest first',
    access: may('devices', 'list'),
    scope: 'devices:read',
    mayLag: true,
    ...listing('events', DeviceEvent, {
      filter: ['type', 'device_id', 'person_id', 'organization_id', 'battery', 'ts', 'received_at'],
      sort: ['ts'],
      search: ['type'],
      keyset: 'ts',
    }),
  }),
  ingest: endpoint({
    method: 'POST',
    path: '/api/device/event',
    summary: 'Report a device event; answers once it is durably stored',
    access: may('devices', 'create'),
    scope: 'device-events:write',
    rateLimit: 'telemetry',
    body: NewDeviceEvent,
    reply: z.object({
      /** For a duplicate, the id of the original. */
      id: Id,
      device_id: Id,
      duplicate: z.boolean(),
    }),
  }),
  stream: stream({
    path: '/api/device/events/stream',
    summary: 'Stream device events live; `token` is a bearer token, an API key or a stream ticket',
    access: may('devices', 'list'),
    scope: 'devices:read',
    query: z.strictObject({
      /** For clients that cannot send `Authorization`. */
      token: z.string().min(1).max(2000).optional(),
      /** Resumes after this event, for clients that cannot send `Last-Event-ID`. */
      last_event_id: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional(),
    }),
    events: {
      /** Sent first; its id is the current position. */
      ready: z.object({ resumed: z.boolean() }),
      message: DeviceEvent,
    },
  }),
}
