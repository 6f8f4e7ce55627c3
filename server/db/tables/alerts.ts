import type { ColumnType, Generated } from 'kysely'
import type { Relationship } from '#contract/alerts/contacts.ts'
import type { Channel, DeliveryState } from '#contract/alerts/timeline.ts'
import type { Language } from '#contract/kit/language.ts'
import type { Instant, Json } from './column.ts'

export interface Alerts {
  id: string
  organization_id: string
  person_id: string
  device_id: string | null
  type: string
  source: 'device' | 'mobile' | 'conversation' | 'operator' | 'geofence'
  severity: 'low' | 'medium' | 'high' | 'critical'
  test: Generated<boolean>
  status: 'pending' | 'active' | 'resolved'
  latitude: number | null
  longitude: number | null
  accuracy_m: number | null
  address: string | null
  voice_message: string | null
  conversation_id: string | null
  message_id: string | null
  raised_at: Instant
  acknowledged_at: Instant | null
  acknowledged_by: string | null
  resolved_at: Instant | null
  resolution: string | null
  valid: boolean | null
  owner_id: string | null
  notified_at: Instant | null
  cause: string | null
  cancelled_at: Instant | null
  cleared_at: Instant | null
  cleared_by: string | null
  located_at: Instant | null
  round: Generated<number>
  rearm_at: Instant | null
  rearm_after_seconds: Generated<number>
  event_key: string | null
  rearm_failures: Generated<number>
  rearm_error: string | null
  set_aside_at: Instant | null
  excluded_relationships: Generated<string[]>
  excluded_ids: Generated<string[]>
  version: Generated<number>
}

export interface AlertEvents {
  alert_id: string
  position: number
  id: string
  idempotency_key: string
  type: string
  actor_id: string | null
  details: ColumnType<unknown, string | undefined, string>
  ts: Instant
}

export interface EmergencyServices {
  id: string
  organization_id: string
  type: 'medical' | 'police' | 'fire'
  name: string
  phone: string
  address: string | null
  available_24_7: Generated<boolean>
  notes: string | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
}

export interface Ladders {
  id: string
  organization_id: string
  person_id: string | null
  category: string | null
  name: string
  steps: Json<unknown>
  rearm_after_seconds: Generated<number>
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
}

export interface NotificationChannels {
  id: string
  organization_id: string
  person_id: string | null
  kind: 'push' | 'webhook'
  url: string
  keys: Json<unknown>
  created_at: Generated<Instant>
  /** In which a browser was added: it goes with it. */
  session_id: string | null
}

export interface Deliveries {
  id: string
  organization_id: string
  alert_id: string | null
  notification_id: string | null
  rehearsal: Generated<boolean>
  round: Generated<number>
  step: Generated<number>
  position: number | null
  channel: Channel
  recipient_kind: 'contact' | 'person' | 'schedule' | 'service' | 'webhook'
  recipient_id: string | null
  recipient: string
  address: string | null
  message: Json<{ title: string; text: string; url: string; language?: Language }>
  due_at: Instant
  state: Generated<DeliveryState>
  attempts: Generated<number>
  repeats: Generated<number>
  lease_until: Instant | null
  /** The claim that took it up last. */
  claim: string | null
  answer: string | null
  created_at: Generated<Instant>
  settled_at: Instant | null
  /** Of a delivery to a schedule: the exclusions of its ladder step. */
  on_call: ColumnType<StepExclusion | null, string | null | undefined, string | null>
}

export interface DeliveryReceipts {
  delivery_id: string
  carrier_id: string
  status: string
  state: 'queued' | 'sent' | 'delivered' | 'failed'
  code: string | null
  at: Generated<Instant>
}

export interface Geofences {
  id: string
  organization_id: string
  person_id: string
  name: string
  latitude: number
  longitude: number
  radius_m: number
  alerts_on: 'leave' | 'enter' | 'both'
  inside: boolean | null
  changed_at: Instant | null
  created_at: Generated<Instant>
}

export interface Notifications {
  id: string
  organization_id: string
  person_id: string
  kind: string
  title: string
  body: string
  path: string | null
  deliver_at: Instant | null
  devices: number
  created_at: Generated<Instant>
  acknowledged_at: Instant | null
}

export interface NotificationTemplates {
  id: string
  organization_id: string
  name: string
  language: string
  title: string
  body: string
  created_at: Generated<Instant>
}

export interface StepExclusion {
  ids: string[]
  relationships: Relationship[]
}

export interface OnCallSchedules {
  id: string
  organization_id: string
  name: string
  time_zone: string
  layers: Json<unknown>
  required_windows: ColumnType<unknown, string | undefined, string>
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
}

export interface OnCallOverrides {
  id: string
  organization_id: string
  schedule_id: string
  person_id: string
  starts_at: Instant
  ends_at: Instant
  created_at: Generated<Instant>
}

export type OnCallAbsences = Omit<OnCallOverrides, 'schedule_id'>

export interface OnCallCovers {
  id: string
  organization_id: string
  schedule_id: string
  asker_id: string
  asked_id: string
  starts_at: Instant
  ends_at: Instant
  return_starts_at: Instant | null
  return_ends_at: Instant | null
  state: Generated<'open' | 'accepted' | 'declined' | 'withdrawn'>
  created_at: Generated<Instant>
  answered_at: Instant | null
}

export interface OnCallGapNotices {
  schedule_id: string
  starts_at: Instant
  stage: 'week' | 'day' | 'now'
}

export interface OnCallCalendars {
  person_id: string
  token_hash: Buffer
  created_at: Generated<Instant>
}
