import { z } from 'zod'
import { endpoint, stream } from '../kit/endpoint.ts'
import { Id, Instant, reference } from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { may } from '../kit/permissions.ts'

/** What a device reports: `button`, `fall` and `test` are the description's; devices may have others. */
const EventType = z.string().regex(/^[a-z][a-z0-9_.-]{0,39}$/, 'Must be a word in small letters')

const Battery = z.int().min(0).max(100).nullable().meta({ unit: 'percent' })

/** One report of a device. */
export const DeviceEvent = z.object({
  id: Id,
  ts: Instant,
  type: z.string(),
  device_id: reference('devices'),
  person_id: reference('elderly').nullable(),
  organization_id: reference('organizations'),
  battery: Battery,
  payload: z.record(z.string(), z.unknown()),
  /** When the server got it; `ts` is when it happened. */
  received_at: Instant,
  /** What the device's clock said, where it was too far off to be believed and `received_at` stands in `ts`. */
  device_ts: Instant.nullable(),
})
export type DeviceEvent = z.infer<typeof DeviceEvent>

/** PostgreSQL keeps no text with this character. */
const withoutNul = (text: string) => !text.includes('\0') && !text.includes('\\u0000')
const Word = (most: number) => z.string().trim().min(1).max(most).refine(withoutNul, 'Must hold no NUL')

/** Characters of JSON that the payload of an event may have. */
const mostPayload = 4_000

export const NewDeviceEvent = z.object({
  /** The device's id or its serial. Who calls with the device's own key may leave it out. */
  device_id: Word(64).optional(),
  type: EventType,
  battery: Battery.optional(),
  /** When it happened, by the device's clock: ISO 8601, or seconds or milliseconds of the epoch. Without it: now. */
  ts: z
    .union([z.iso.datetime({ offset: true }), z.number().nonnegative().max(8_640_000_000_000_000)])
    .optional(),
  /** The device's own name for the event: sent again under the same, it is kept once. */
  event_id: Word(128).optional(),
  payload: z
    .record(z.string().max(64), z.unknown())
    .refine(
      payload => JSON.stringify(payload).length <= mostPayload,
      `At most ${mostPayload} characters of JSON`,
    )
    .refine(payload => withoutNul(JSON.stringify(payload)), 'Must hold no NUL')
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
    summary: 'Report an event of a device; the answer comes once it is kept',
    access: may('devices', 'create'),
    scope: 'device-events:write',
    pace: 'telemetry',
    body: NewDeviceEvent,
    reply: z.object({
      /** Of the event kept first, where it was a duplicate. */
      id: Id,
      device_id: Id,
      duplicate: z.boolean(),
    }),
  }),
  stream: stream({
    path: '/api/device/events/stream',
    summary:
      'Follow device events as they are kept; `token` is a bearer token, an API key or a stream ticket',
    access: may('devices', 'list'),
    scope: 'devices:read',
    query: z.strictObject({
      token: z.string().min(1).max(2000),
      /** Goes on behind this event, for readers that cannot send `Last-Event-ID`. */
      last_event_id: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional(),
    }),
    events: {
      /** Comes first; its id is where the reader stands. */
      ready: z.object({ resumed: z.boolean() }),
      message: DeviceEvent,
    },
  }),
}
