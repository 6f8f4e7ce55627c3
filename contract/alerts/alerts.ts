import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant, PersonKey, personal, reference } from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { may } from '../kit/permissions.ts'
import { Relationship } from './contacts.ts'
import { AlertEvent, Delivery } from './timeline.ts'

export const AlertSource = z.enum(['device', 'mobile', 'conversation', 'operator', 'geofence'])
export const AlertSeverity = z.enum(['low', 'medium', 'high', 'critical'])
/** Display status: no one notified yet, someone notified, closed. */
export const AlertStatus = z.enum(['pending', 'active', 'resolved'])
/** Lifecycle state; `status` is derived from it. */
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

/** An alert: a person may need help. */
export const Alert = z.object({
  id: Id,
  /** As reported by the device, person or rule: `button`, `fall`, `medical`, … */
  type: z.string().min(1).max(60),
  severity: AlertSeverity,
  source: AlertSource,
  /** A test or rehearsal: notifies no one. */
  test: z.boolean(),
  status: AlertStatus,
  state: AlertState,
  organization_id: reference('organizations'),
  person_id: reference('elderly'),
  person_name: z.string(),
  elderly_user_id: z.int(),
  raised_at: Instant,
  /** When a person was first notified. */
  notified_at: Instant.nullable(),
  /** Number of contacts and carers notified so far. */
  contacts_notified: z.int(),
  /** When it was first acknowledged; re-arming the ladder does not reset this. */
  acknowledged_at: Instant.nullable(),
  acknowledged_by: Id.nullable(),
  /** Current responder; null before the acknowledgement and after a re-arm. */
  owner_id: Id.nullable(),
  owner_name: z.string().nullable(),
  /** Time of the ladder's next call, unless the alert is acknowledged before. */
  next_escalation_at: Instant.nullable(),
  /** When the ladder is re-armed, unless the alert is resolved before. */
  rearm_at: Instant.nullable(),
  /** Number of times the ladder was started. */
  round: z.int(),
  resolved_at: Instant.nullable(),
  cause: AlertCause.nullable(),
  resolution: personal(z.string()),
  /** Whether help was needed. */
  valid: z.boolean().nullable(),
  cancelled_at: Instant.nullable(),
  /** When the banner was cleared; independent of any response. */
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
  /** People and contacts who are neither notified nor shown the alert, and whole groups of them. */
  excluded_ids: z.array(Id),
  excluded_relationships: z.array(Relationship),
  version: z.int(),
})
export type Alert = z.output<typeof Alert>

/** An alert with its events and deliveries. */
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
  /** When the position was measured; defaults to now. */
  at: Instant.optional(),
})
export type Place = z.infer<typeof Place>

/** Details of a `located` event: the position, and its distance from where the alert was raised. */
export const LocatedDetails = Place.extend({
  /** Metres; null where unknown. */
  distance_m: z.number().nullable().default(null),
})

const notes = z.string().trim().max(2_000)

/** Share of alerts acknowledged in time, and its target. */
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
    summary: 'List open alerts, of one person or of all, most urgent first, then longest waiting',
    reserved: 'alarms',
    access: may('alerts', 'list'),
    query: z.strictObject({ user_id: PersonKey.optional() }),
    reply: z.object({ alerts: z.array(Alert), as_of: Instant }),
  }),
  serviceLevel: endpoint({
    method: 'GET',
    path: '/api/alerts/service-level',
    summary: 'Measure the time to acknowledgement; unacknowledged alerts count as waiting until now',
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
      /** Default targets of the telecare code of practice: 97.5 % within 60 s, 99 % within 180 s. */
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
    summary: 'Show an alert with its events and deliveries',
    access: may('alerts', 'show'),
    reply: AlertRecord,
  }),
  ingest: endpoint({
    method: 'POST',
    path: '/api/alerts/ingest',
    unlimited: true,
    summary: 'Raise an alert from a device or another system; a repeated event_id returns the existing alert',
    reserved: 'alarms',
    access: may('alerts', 'trigger'),
    scope: 'alerts:write',
    body: z.strictObject({
      event_id: z.string().trim().min(1).max(200).optional(),
      user_id: z.union([PersonKey, z.int().positive().transform(String)]).optional(),
      /** Device id or serial; the alert is then about its wearer. */
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
    unlimited: true,
    summary: 'Acknowledge an alert for a carer',
    reserved: 'alarms',
    access: may('alerts', 'update'),
    scope: 'alerts:write',
    query: z.strictObject({ alert_id: Id, carer_id: PersonKey.optional() }),
    reply: Alert,
  }),
  acknowledge: endpoint({
    method: 'POST',
    path: '/api/alerts/{id}/acknowledge',
    unlimited: true,
    summary:
      'Acknowledge an alert and stop its ladder; 409 names the current responder. Accepts an `Idempotency-Key`',
    reserved: 'alarms',
    access: may('alerts', 'update'),
    body: z.strictObject({ notes: notes.optional() }).nullish(),
    reply: Alert,
  }),
  handOver: endpoint({
    method: 'POST',
    path: '/api/alerts/{id}/hand-over',
    summary: 'Hand an alert over to another responder, or take it over',
    reserved: 'alarms',
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
    summary: 'Resolve an alert with its cause and whether help was needed',
    reserved: 'alarms',
    access: may('alerts', 'update'),
    body: z.strictObject({ cause: AlertCause, valid: z.boolean(), resolution: notes.optional() }),
    reply: Alert,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/alerts/{id}/cancel',
    summary: 'Cancel an alert',
    reserved: 'alarms',
    access: may('alerts', 'trigger'),
    body: z.strictObject({ reason: notes.min(1) }),
    reply: Alert,
  }),
  clear: endpoint({
    method: 'POST',
    path: '/api/alerts/{id}/clear',
    summary: 'Clear an alert’s banner without acknowledging or resolving it',
    reserved: 'alarms',
    access: may('alerts', 'update'),
    body: z.strictObject({ reason: notes.min(1).optional() }).nullish(),
    reply: Alert,
  }),
}
