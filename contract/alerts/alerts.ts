import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant, PersonKey, personal, reference } from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { may } from '../kit/permissions.ts'

export const AlertSource = z.enum(['device', 'mobile', 'conversation', 'operator', 'geofence'])
export const AlertSeverity = z.enum(['low', 'medium', 'high', 'critical'])
/** What the screens call an alert: nobody has been told yet, somebody has, it is over. */
export const AlertStatus = z.enum(['pending', 'active', 'resolved'])
/** How far an alert has come; `status` follows from it. */
export const AlertState = z.enum(['received', 'notified', 'acknowledged', 'resolved', 'cancelled'])
/** What an alert turned out to be. */
export const AlertCause = z.enum([
  'fall',
  'medical',
  'distress',
  'wandering',
  'accidental',
  'device_fault',
  'test',
  'other',
])

/** Somebody may need help. */
export const Alert = z.object({
  id: Id,
  /** What happened, as the device, the person or the rule said it: `button`, `fall`, `medical`, … */
  type: z.string().min(1).max(60),
  severity: AlertSeverity,
  source: AlertSource,
  /** Marks what never calls anybody: a rehearsal of the ladder, a test of a button. */
  test: z.boolean(),
  status: AlertStatus,
  state: AlertState,
  organization_id: reference('organizations'),
  person_id: reference('elderly'),
  person_name: z.string(),
  elderly_user_id: z.int(),
  raised_at: Instant,
  /** When somebody was first told. */
  notified_at: Instant.nullable(),
  /** Contacts and carers who were told so far. */
  contacts_notified: z.int(),
  /** When it was first acknowledged; a ladder that is armed anew does not take this back. */
  acknowledged_at: Instant.nullable(),
  acknowledged_by: Id.nullable(),
  /** Who sees to it now; null before the acknowledgement and after the ladder was armed anew. */
  owner_id: Id.nullable(),
  owner_name: z.string().nullable(),
  /** When the ladder calls the next time, unless somebody acknowledges before. */
  next_escalation_at: Instant.nullable(),
  /** When the ladder is armed anew, unless the alert is resolved before. */
  rearm_at: Instant.nullable(),
  /** How often the ladder was begun. */
  round: z.int(),
  resolved_at: Instant.nullable(),
  cause: AlertCause.nullable(),
  resolution: personal(z.string()),
  /** Whether help was needed. */
  valid: z.boolean().nullable(),
  cancelled_at: Instant.nullable(),
  /** When the banner was cleared: says nothing of whether anybody helps. */
  cleared_at: Instant.nullable(),
  /** Seconds from the alarm to its first acknowledgement, or until now. */
  waiting_seconds: z.int().meta({ unit: 'seconds' }),
  device_id: reference('devices').nullable(),
  conversation_id: Id.nullable(),
  message_id: Id.nullable(),
  voice_message: personal(z.string()),
  latitude: personal(z.number()),
  longitude: personal(z.number()),
  /** Metres. */
  accuracy_m: z.number().nullable(),
  address: personal(z.string()),
  located_at: Instant.nullable(),
  version: z.int(),
})
export type Alert = z.output<typeof Alert>

export const AlertEventType = z.enum([
  'received',
  'notified',
  /** A call of the ladder reached nobody. */
  'unreached',
  'acknowledged',
  'handed_over',
  'noted',
  'located',
  'rearmed',
  /** The ladder has called everybody whom it knows. */
  'exhausted',
  'resolved',
  'cancelled',
  'cleared',
])
export type AlertEventType = z.infer<typeof AlertEventType>

export const Channel = z.enum(['push', 'mail', 'webhook', 'sms', 'voice'])
export type Channel = z.infer<typeof Channel>

/**
 * What became of one call of the ladder. `sent` was taken by the channel's carrier; `delivered` is only said where the
 * receiver itself answered, or the carrier says that it did. `rehearsed` would have been sent. `stopped` was not needed any more.
 */
export const DeliveryState = z.enum([
  'queued',
  'sending',
  'sent',
  'delivered',
  'failed',
  'not_configured',
  'stopped',
  'rehearsed',
])
export type DeliveryState = z.infer<typeof DeliveryState>

export const DeliveryReceipt = z.object({
  /** By which the carrier knows the attempt. */
  carrier_id: z.string(),
  state: z.enum(['queued', 'sent', 'delivered', 'failed']),
  /** The carrier's own word: `undelivered`, `no-answer`, … */
  status: z.string(),
  /** The carrier's number of an error. */
  code: z.string().nullable(),
  at: Instant,
})

/** The answer of a call that could not be made to somebody, because the channel has nowhere to reach them. */
export const noAddress = 'There is no address for this channel'

export const Delivery = z.object({
  id: Id,
  /** Counted from 1: each arming of the ladder is a round. */
  round: z.int(),
  /** The step of the ladder, counted from 1; 0 for a call made by hand. */
  step: z.int(),
  channel: Channel,
  recipient_kind: z.enum(['contact', 'person', 'service', 'webhook']),
  recipient_id: Id.nullable(),
  recipient: z.string(),
  due_at: Instant,
  state: DeliveryState,
  attempts: z.int(),
  /** Sends that may have reached the receiver twice, because the server ended between sending and noting it. */
  repeats: z.int(),
  /** What the channel answered, or why there was nothing to send to. */
  answer: z.string().nullable(),
  settled_at: Instant.nullable(),
  /** What the carrier said later of each attempt, the oldest first. */
  receipts: z.array(DeliveryReceipt),
})
export type Delivery = z.output<typeof Delivery>

/** One thing that happened to an alert; never changed afterwards. */
export const AlertEvent = z.object({
  position: z.int(),
  type: AlertEventType,
  actor_id: Id.nullable(),
  actor_name: z.string().nullable(),
  /** Notes, places and recipients among them, and so hidden from those who see no personal fields. */
  details: personal(z.record(z.string(), z.unknown())),
  at: Instant,
})

/** An alert with all that happened to it. */
export const AlertRecord = z.object({
  alert: Alert,
  timeline: z.array(AlertEvent),
  deliveries: z.array(Delivery),
  as_of: Instant,
})

export const Place = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  address: z.string().trim().max(300).optional(),
  /** Metres. */
  accuracy_m: z.number().min(0).max(100_000).optional(),
  /** When the place was measured; now unless it is said. */
  at: Instant.optional(),
})
export type Place = z.infer<typeof Place>

/** What an event of the type `located` says: where the person is, and how far from where the alert was raised. */
export const LocatedDetails = Place.extend({
  /** Metres; null where that is not known. */
  distance_m: z.number().nullable().default(null),
})

const notes = z.string().trim().max(2_000)

/** Share of alerts that were acknowledged in time, against the share that should be. */
const Target = z.object({
  /** Seconds. */
  within: z.int(),
  share: z.number(),
  target: z.number(),
  met: z.boolean(),
})

export const alerts = {
  list: endpoint({
    method: 'GET',
    path: '/api/alerts',
    summary: 'List alerts',
    access: may('alerts', 'list'),
    ...listing('alerts', Alert, {
      filter: [
        'status',
        'state',
        'severity',
        'source',
        'type',
        'test',
        'person_id',
        'owner_id',
        'device_id',
        'organization_id',
        'raised_at',
        'cleared_at',
        'resolved_at',
        'cause',
        'valid',
      ],
      sort: [
        'raised_at',
        'severity',
        'status',
        'type',
        'person_name',
        'waiting_seconds',
        'acknowledged_at',
        'resolved_at',
      ],
      search: ['type', 'person_name'],
      also: { user_id: PersonKey },
    }),
  }),
  queue: endpoint({
    method: 'GET',
    path: '/api/alerts/queue',
    summary: 'List the alerts that are not over, the most urgent and then the longest waiting first',
    access: may('alerts', 'list'),
    reply: z.object({ alerts: z.array(Alert), as_of: Instant }),
  }),
  serviceLevel: endpoint({
    method: 'GET',
    path: '/api/alerts/service-level',
    summary: 'Tell how soon alerts were acknowledged; those that never were count as waiting until now',
    access: may('alerts', 'list'),
    query: z.strictObject({ days: z.coerce.number().int().min(1).max(365).default(30) }),
    reply: z.object({
      alerts: z.int(),
      never_acknowledged: z.int(),
      /** Seconds until the acknowledgement. */
      percentiles: z.object({
        p50: z.number().nullable(),
        p90: z.number().nullable(),
        p975: z.number().nullable(),
        p99: z.number().nullable(),
      }),
      /** After the code of practice of telecare: 97.5 % within 60 s, 99 % within 180 s, unless configured. */
      targets: z.array(Target),
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/alerts/{id}',
    summary: 'Show an alert',
    access: may('alerts', 'show'),
    reply: Alert,
  }),
  timeline: endpoint({
    method: 'GET',
    path: '/api/alerts/{id}/timeline',
    summary: 'Show an alert with everything that happened to it',
    access: may('alerts', 'show'),
    reply: AlertRecord,
  }),
  ingest: endpoint({
    method: 'POST',
    path: '/api/alerts/ingest',
    summary: 'Raise an alert from a device or another system; the same event_id raises it once',
    access: may('alerts', 'trigger'),
    scope: 'alerts:write',
    body: z.strictObject({
      event_id: z.string().trim().min(1).max(200).optional(),
      user_id: z.union([PersonKey, z.int().positive().transform(String)]).optional(),
      /** A device's id or serial; the alert is then about the person who wears it. */
      device_id: z.string().trim().min(1).max(64).optional(),
      type: Alert.shape.type,
      severity: AlertSeverity.default('high'),
      test: z.boolean().default(false),
      location_data: Place.optional(),
      voice_message: notes.optional(),
    }),
    status: 201,
    reply: Alert,
  }),
  ack: endpoint({
    method: 'POST',
    path: '/api/alerts/ack',
    summary: 'Acknowledge an alert for a carer',
    access: may('alerts', 'update'),
    scope: 'alerts:write',
    query: z.strictObject({ alert_id: Id, carer_id: PersonKey.optional() }),
    reply: Alert,
  }),
  acknowledge: endpoint({
    method: 'POST',
    path: '/api/alerts/{id}/acknowledge',
    summary:
      'See to an alert: stops the ladder; 409 names who already does. An `Idempotency-Key` makes a repeat harmless',
    access: may('alerts', 'update'),
    body: z.strictObject({ notes: notes.optional() }).nullish(),
    reply: Alert,
  }),
  handOver: endpoint({
    method: 'POST',
    path: '/api/alerts/{id}/hand-over',
    summary: 'Have somebody else see to an alert, or take it over oneself',
    access: may('alerts', 'update'),
    body: z.strictObject({ to: PersonKey, reason: notes.optional() }),
    reply: Alert,
  }),
  note: endpoint({
    method: 'POST',
    path: '/api/alerts/{id}/notes',
    summary: 'Add a note to the timeline of an alert',
    access: may('alerts', 'update'),
    body: z.strictObject({ text: notes.min(1) }),
    reply: Alert,
  }),
  resolve: endpoint({
    method: 'POST',
    path: '/api/alerts/{id}/resolve',
    summary: 'Say that an alert is over: what it was, and whether help was needed',
    access: may('alerts', 'update'),
    body: z.strictObject({ cause: AlertCause, valid: z.boolean(), resolution: notes.optional() }),
    reply: Alert,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/alerts/{id}/cancel',
    summary: 'Call an alert off',
    access: may('alerts', 'trigger'),
    body: z.strictObject({ reason: notes.min(1) }),
    reply: Alert,
  }),
  clear: endpoint({
    method: 'POST',
    path: '/api/alerts/{id}/clear',
    summary: 'Clear the banner of an alert; neither acknowledges nor resolves it',
    access: may('alerts', 'update'),
    reply: Alert,
  }),
}
