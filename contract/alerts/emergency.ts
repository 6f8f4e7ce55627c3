import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant, personal, TargetPersonQuery, targetPersonFields } from '../kit/fields.ts'
import { may } from '../kit/permissions.ts'
import { Alert, AlertRecord, AlertStatus, Place } from './alerts.ts'
import { AlertCategory, ExclusionReason } from './exclusions.ts'
import { Channel, DeliveryState } from './timeline.ts'

/** Where a person was last known to be. */
export const LocationReply = z.object({
  alert_id: Id,
  latitude: personal(z.number()),
  longitude: personal(z.number()),
  accuracy_m: z.number().nullable(),
  address: personal(z.string()),
  located_at: Instant.nullable(),
  /** Metres from where the alert was raised. */
  distance_m: z.number().nullable(),
  /** A map of the place. */
  map_url: personal(z.url()),
})

const located = {
  path: '/api/mobile/v1/emergency/{id}/location',
  access: may('alerts', 'trigger'),
  query: TargetPersonQuery,
  body: Place,
  reply: LocationReply,
} as const

/** One simulated call: who would be called when, and whether it would reach them. */
export const RehearsedCall = z.object({
  step: z.int(),
  /** Minutes after the alarm. */
  minute: z.number(),
  channel: Channel,
  recipient_kind: z.enum(['contact', 'person', 'schedule', 'service', 'webhook']),
  recipient_id: Id.nullable(),
  recipient: z.string(),
  state: DeliveryState,
  answer: z.string().nullable(),
})

/** Result of simulating a ladder. */
export const Findings = z.object({
  calls: z.array(RehearsedCall),
  /** Steps that notify no one, and why. */
  gaps: z.array(
    z.object({
      step: z.int(),
      minute: z.number(),
      reason: z.enum(['no_recipients', 'no_one_on_call', 'off_duty', 'not_included', 'excluded']),
    }),
  ),
  /** Recipients of steps who are left out. */
  left_out: z.array(
    z.object({
      step: z.int(),
      recipient_kind: z.enum(['contact', 'person', 'schedule', 'service', 'webhook']),
      recipient_id: Id.nullable(),
      recipient: z.string(),
      reason: ExclusionReason,
    }),
  ),
  /** People, services and systems that would be reached. */
  reached: z.int(),
  /** Minutes until the first would be reached; null if the ladder reaches no one. */
  first_reached_minute: z.number().nullable(),
  /** Minutes until the last call. */
  ends_minute: z.number(),
  reaches_no_one: z.boolean(),
})
export type Findings = z.output<typeof Findings>

export const Rehearsal = Findings.extend({
  /** The test alert that stores the result. */
  alert_id: Id,
  test: z.literal(true),
  ladder: z.object({ id: Id.nullable(), name: z.string() }),
})
export type Rehearsal = z.output<typeof Rehearsal>

export const AlertHistoryItem = z.object({
  id: Id,
  type: z.string(),
  status: AlertStatus,
  timestamp: Instant,
  contacts_notified: z.int(),
  location: personal(z.string()),
  test: z.boolean(),
})

export const emergency = {
  trigger: endpoint({
    method: 'POST',
    path: '/api/mobile/v1/emergency/trigger',
    unlimited: true,
    summary: 'Raise an alarm for the caller or for the person with this user_id',
    reserved: 'alarms',
    access: may('alerts', 'trigger'),
    query: TargetPersonQuery,
    body: z.strictObject({
      emergency_type: Alert.shape.type.default('emergency'),
      /** The person's position; defaults to the last known one. */
      location_data: Place.optional(),
      voice_message: z.string().trim().max(2_000).optional(),
      test: z.boolean().default(false),
    }),
    status: 201,
    reply: Alert,
  }),
  status: endpoint({
    method: 'GET',
    path: '/api/mobile/v1/emergency/status/{id}',
    summary: 'Show an alert’s progress: who was notified, who responds',
    access: may('alerts', 'show'),
    query: TargetPersonQuery,
    reply: AlertRecord,
  }),
  location: endpoint({
    ...located,
    method: 'POST',
    summary: 'Report the position of the person an alert is about',
  }),
  updateLocation: endpoint({
    ...located,
    method: 'PUT',
    summary: 'Update the position of the person an alert is about',
  }),
  quickCall: endpoint({
    method: 'POST',
    path: '/api/mobile/v1/emergency/quick-call',
    summary: 'Call a contact by phone now',
    access: may('alerts', 'trigger'),
    query: TargetPersonQuery,
    body: z.strictObject({
      contact_id: Id,
      urgent: z.boolean().default(false),
      /** The alert that the call is about; recorded in its timeline. */
      alert_id: Id.optional(),
    }),
    status: 202,
    reply: z.object({
      delivery_id: Id,
      contact_id: Id,
      contact: z.string(),
      phone: personal(z.string()),
      /** `not_configured` without a carrier: dial the number by hand. */
      state: DeliveryState,
    }),
  }),
  testEscalation: endpoint({
    method: 'POST',
    path: '/api/mobile/v1/emergency/test-escalation',
    summary: 'Rehearse the ladder: who would be reached when; notifies no one',
    access: may('alerts', 'trigger'),
    query: TargetPersonQuery,
    body: z.strictObject({
      escalation_type: z.enum(['full_cascade']).default('full_cascade'),
      /** Include waiting times; otherwise only whether each step reaches anyone. */
      simulate_delays: z.boolean().default(true),
      include_emergency_services: z.boolean().default(false),
      /** Category of the rehearsed alert: the ladder and the exclusions that apply to it. */
      category: AlertCategory.nullable().default(null),
    }),
    reply: Rehearsal,
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/mobile/v1/elderly-dashboard/alert-history',
    summary: 'List recent alerts, newest first, optionally of one person by user_id',
    access: may('alerts', 'list'),
    query: z.strictObject({
      ...targetPersonFields,
      days: z.coerce.number().int().min(1).max(365).default(7),
      /** Types, comma-separated. */
      alert_types: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    reply: z.object({ alerts: z.array(AlertHistoryItem), total: z.int() }),
  }),
}
