import type { ColumnType, Generated } from 'kysely'
import type { Forms } from '#contract/text-rules.ts'

/** timestamptz(3), read as ISO 8601 with Z. */
type Instant = string
/** jsonb: read as the value, written as its text. */
type Json<T> = ColumnType<T, string, string>

interface Organizations {
  id: string
  name: string
  kind: 'service' | 'care_provider' | 'household'
  status: Generated<'active' | 'suspended' | 'closed'>
  region: string
  time_zone: Generated<string>
  locale: Generated<string>
  email: string | null
  phone: string | null
  address: string | null
  requires_second_factor: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  deleted_at: Instant | null
}

interface People {
  id: string
  user_id: Generated<number>
  organization_id: string
  role:
    | 'super_admin'
    | 'admin'
    | 'operator'
    | 'analyst'
    | 'translator'
    | 'organization_admin'
    | 'caregiver'
    | 'family_member'
    | 'elderly_user'
  name: string
  username: string
  email: string | null
  email_verified_at: Instant | null
  phone: string | null
  address: string | null
  date_of_birth: string | null
  status: Generated<'active' | 'invited' | 'suspended'>
  password_hash: string | null
  locale: Generated<string>
  time_zone: Generated<string>
  last_login: Instant | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  deleted_at: Instant | null
  erased_at: Instant | null
}

interface Profiles {
  person_id: string
  organization_id: string
  preferred_name: string | null
  conditions: Generated<string[]>
  medications: ColumnType<unknown, string | undefined, string>
  notes: string | null
  preferences: ColumnType<unknown, string | undefined, string>
  last_latitude: number | null
  last_longitude: number | null
  last_accuracy_m: number | null
  last_address: string | null
  last_located_at: Instant | null
  updated_at: Generated<Instant>
}

interface WellnessEntries {
  id: string
  organization_id: string
  person_id: string
  kind: 'checkin' | 'medication' | 'mood' | 'symptoms' | 'vitals' | 'note'
  value: Json<unknown>
  recorded_by: string | null
  recorded_at: Instant
}

interface Assignments {
  id: string
  organization_id: string
  elderly_id: string
  caregiver_id: string
  relationship: string
  consent: ColumnType<unknown, string | undefined, string>
  created_at: Generated<Instant>
  ended_at: Instant | null
}

interface Invites {
  id: string
  organization_id: string
  email: string
  role: string
  token_hash: Buffer
  invited_by: string
  created_at: Generated<Instant>
  expires_at: Instant
  accepted_at: Instant | null
  revoked_at: Instant | null
}

interface Sessions {
  id: string
  person_id: string
  ip: string | null
  user_agent: string | null
  created_at: Generated<Instant>
  last_used_at: Generated<Instant>
  expires_at: Instant
  revoked_at: Instant | null
  proved_at: Generated<Instant>
}

interface StreamTickets {
  ticket_hash: Buffer
  session_id: string
  expires_at: Instant
}

interface MailedTokens {
  token_hash: Buffer
  person_id: string
  purpose: 'reset_password' | 'verify_email'
  created_at: Generated<Instant>
  expires_at: Instant
  used_at: Instant | null
}

interface TotpSecrets {
  person_id: string
  secret: Buffer
  enabled_at: Instant | null
  last_step: number | null
  created_at: Generated<Instant>
}

interface BackupCodes {
  person_id: string
  code_hash: Buffer
  used_at: Instant | null
}

interface Passkeys {
  id: string
  person_id: string
  name: string
  credential_id: string
  public_key: Buffer
  counter: ColumnType<string, number, number>
  transports: Generated<string[]>
  created_at: Generated<Instant>
  last_used_at: Instant | null
}

interface Challenges {
  challenge_hash: Buffer
  purpose: 'second_factor' | 'passkey_sign_in' | 'passkey_registration' | 'step_up'
  person_id: string | null
  expires_at: Instant
}

interface Guesses {
  person_id: string
  count: number
  since: Instant
}

interface ApiKeys {
  id: string
  organization_id: string
  name: string
  prefix: string
  key_hash: Buffer
  scopes: Generated<string[]>
  created_by: string | null
  created_at: Generated<Instant>
  last_used_at: Instant | null
  revoked_at: Instant | null
}

interface Settings {
  person_id: string | null
  key: string
  value: Json<unknown>
  updated_at: Generated<Instant>
}

interface SavedViews {
  id: string
  organization_id: string
  person_id: string
  resource: string
  name: string
  search: string
  shared: Generated<boolean>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
}

interface Devices {
  id: string
  organization_id: string
  person_id: string | null
  name: string
  serial: string
  kind: 'pendant' | 'hub' | 'fall_sensor' | 'wristband' | 'phone' | 'tablet'
  status: Generated<'registered' | 'online' | 'offline' | 'faulty' | 'retired'>
  battery: number | null
  battery_at: Instant | null
  firmware: string | null
  report_interval_seconds: Generated<number>
  last_seen_at: Instant | null
  status_at: Instant | null
  key_hash: Buffer | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  deleted_at: Instant | null
}

interface DeviceEvents {
  organization_id: string
  id: string
  device_id: string
  person_id: string | null
  type: string
  battery: number | null
  payload: ColumnType<unknown, string | undefined, string>
  ts: Instant
  received_at: Generated<Instant>
  device_ts: Instant | null
  seq: Generated<number>
}

interface DeviceEventKeys {
  organization_id: string
  device_id: string
  event_id: string
  id: string
  received_at: Generated<Instant>
}

interface Conversations {
  id: string
  organization_id: string
  person_id: string
  task: string
  chat_model: string
  language: string
  voice_input: Generated<boolean>
  voice_output: Generated<boolean>
  status: 'active' | 'paused' | 'ended'
  topics: Generated<string[]>
  turns: Generated<number>
  average_sentiment: number | null
  highest_risk: number | null
  dialogue: ColumnType<unknown, string | undefined, string>
  started_at: Instant
  ended_at: Instant | null
}

interface Messages {
  organization_id: string
  id: string
  conversation_id: string
  person_id: string
  type: 'user' | 'assistant'
  content: string
  voice_input: Generated<boolean>
  safety_flagged: Generated<boolean>
  sentiment: number | null
  emotion: string | null
  risk_score: number | null
  context: string | null
  evidence: Json<unknown | null>
  latency: Json<unknown | null>
  tokens: Json<unknown | null>
  model: string | null
  stopped: Generated<boolean>
  ts: Instant
}

interface MessageAnnotations {
  id: string
  organization_id: string
  conversation_id: string
  message_id: string
  author_id: string
  verdict: string
  note: Generated<string>
  created_at: Generated<Instant>
}

interface CompanionFacts {
  person_id: string
  organization_id: string
  language: string
  subject: string
  statement: string
  conversation_id: string
  said_at: Instant
}

interface TranslationSessions {
  organization_id: string
  id: string
  person_id: string | null
  source_language: string
  target_language: string
  mode: 'negotiation' | 'de_escalation' | 'authority' | 'medical' | 'factory_qa'
  region: string
  status: 'active' | 'completed' | 'failed'
  transcription_ms: number | null
  model_ms: number | null
  speech_ms: number | null
  latency_ms: number | null
  started_at: Instant
  ended_at: Instant | null
}

interface TranslationSessionKeys {
  session_key: string
  organization_id: string
  started_at: Instant
  session_id: string | null
}

interface Alerts {
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
  version: Generated<number>
}

interface AlertEvents {
  alert_id: string
  position: number
  id: string
  idempotency_key: string
  type: string
  actor_id: string | null
  details: ColumnType<unknown, string | undefined, string>
  ts: Instant
}

interface Contacts {
  id: string
  organization_id: string
  person_id: string
  name: string
  relationship: string
  phone: string
  email: string | null
  role: string | null
  priority: Generated<number>
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
}

interface EmergencyServices {
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

interface Ladders {
  id: string
  organization_id: string
  person_id: string | null
  name: string
  steps: Json<unknown>
  rearm_after_seconds: Generated<number>
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
}

interface NotificationChannels {
  id: string
  organization_id: string
  person_id: string | null
  kind: 'push' | 'webhook'
  url: string
  keys: Json<unknown>
  created_at: Generated<Instant>
}

interface Deliveries {
  id: string
  organization_id: string
  alert_id: string | null
  notification_id: string | null
  rehearsal: Generated<boolean>
  round: Generated<number>
  step: Generated<number>
  position: number | null
  channel: 'push' | 'mail' | 'webhook' | 'sms' | 'voice'
  recipient_kind: 'contact' | 'person' | 'service' | 'webhook'
  recipient_id: string | null
  recipient: string
  address: string | null
  message: Json<{ title: string; text: string; url: string }>
  due_at: Instant
  state: Generated<
    'queued' | 'sending' | 'sent' | 'delivered' | 'failed' | 'not_configured' | 'stopped' | 'rehearsed'
  >
  attempts: Generated<number>
  repeats: Generated<number>
  lease_until: Instant | null
  answer: string | null
  created_at: Generated<Instant>
  settled_at: Instant | null
}

interface DeliveryReceipts {
  delivery_id: string
  carrier_id: string
  status: string
  state: 'queued' | 'sent' | 'delivered' | 'failed'
  code: string | null
  at: Generated<Instant>
}

interface Geofences {
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

interface SafetyIncidents {
  id: string
  organization_id: string
  person_id: string
  conversation_id: string | null
  message_id: string | null
  alert_id: string | null
  risk_score: number
  context: string
  emotion: string | null
  escalation_needed: Generated<boolean>
  ts: Instant
}

interface Subscriptions {
  id: string
  organization_id: string
  plan: 'starter' | 'professional' | 'enterprise'
  billing_cycle: Generated<'monthly' | 'yearly'>
  status: 'trial' | 'active' | 'past_due' | 'cancelled' | 'trial_expired'
  price_cents: number
  cancel_at_period_end: Generated<boolean>
  current_period_start: Instant
  current_period_end: Instant
  trial_end: Instant | null
  external_id: string | null
  provider: Generated<'embedded' | 'stripe'>
  customer_id: string | null
  payment_method: string | null
  reported_at: Instant | null
  reported_rank: Generated<number>
  version: Generated<number>
  created_at: Instant
  updated_at: Generated<Instant>
}

interface SubscriptionMovements {
  id: string
  organization_id: string
  subscription_id: string
  kind:
    | 'new'
    | 'expansion'
    | 'contraction'
    | 'reactivation'
    | 'churn'
    | 'trial_started'
    | 'trial_converted'
    | 'trial_expired'
  plan: string
  billing_cycle: string
  mrr_delta_cents: number
  event_key: string | null
  ts: Instant
}

interface SubscriptionSteps {
  id: string
  subscription_id: string
  at: Instant
  rank: number
  step: Json<unknown>
}

interface Invoices {
  id: string
  organization_id: string
  subscription_id: string
  number: string
  amount_cents: number
  status: 'paid' | 'open' | 'void' | 'uncollectible'
  period_start: Instant
  period_end: Instant
  issued_at: Instant
  paid_at: Instant | null
  url: string | null
}

interface Checkouts {
  id: string
  organization_id: string
  plan: 'starter' | 'professional' | 'enterprise'
  billing_cycle: 'monthly' | 'yearly'
  amount_cents: number
  status: Generated<'open' | 'completed' | 'cancelled'>
  provider: 'embedded' | 'stripe'
  external_id: string | null
  url: string
  success_url: string
  cancel_url: string
  created_at: Generated<Instant>
  closed_at: Instant | null
}

interface PaymentEvents {
  id: string
  organization_id: string | null
  provider: 'embedded' | 'stripe'
  type: string
  outcome: 'applied' | 'stale' | 'ignored' | 'waiting'
  report: Json<unknown> | null
  created_at: Instant
  received_at: Generated<Instant>
}

interface ActivityLogs {
  organization_id: string
  id: string
  timestamp: Instant
  action: string
  resource_type: string
  resource_id: string | null
  actor_id: string | null
  user_id: number | null
  user_email: string | null
  user_role: string | null
  source: Generated<'server' | 'client'>
  request_id: string | null
  ip: string | null
  details: ColumnType<unknown, string | undefined, string>
  salt: ColumnType<Buffer | null, undefined, null>
  erased: ColumnType<Buffer | null, undefined, Buffer>
}

interface UnsealedActivityLogs {
  organization_id: string
  timestamp: Instant
  id: string
}

interface ActivityLogSeals {
  number: number
  sealed_at: Instant
  size: number
  root: Buffer
  previous: Buffer
  hash: Buffer
  organization_ids: string[]
  timestamps: Instant[]
  ids: string[]
  leaves: Buffer[]
}

interface ActivityLogChain {
  one: Generated<true>
  seals: number
  hash: Buffer
}

interface ActivityLogValues {
  field: 'action' | 'resource_type'
  value: string
}

interface PageVisits {
  organization_id: string
  id: string
  visitor_id: string
  person_id: string | null
  path: string
  ts: Instant
}

interface RollupCells {
  organization_id: string
  source: string
  grain: 'hour' | 'day'
  bucket: Instant
  cells: Json<Record<string, Record<string, [count: number, sum: number]>>>
}

interface RollupMembers {
  organization_id: string
  source: string
  kind: string
  bucket: Instant
  member_id: string
  count: number
}

interface RollupNumbers {
  member_id: string
  number: Generated<number>
}

interface RollupSets {
  source: string
  kind: string
  grain: 'hour' | 'day'
  bucket: Instant
  piece: number
  /** 4,096 zeros and ones. */
  bits: string
}

interface RollupZone {
  one: Generated<true>
  time_zone: string
}

interface RollupDirt {
  position: Generated<number>
  source: string
  hour: Instant
}

interface RateLimitViolations {
  id: string
  timestamp: Generated<Instant>
  endpoint: string
  ip_address: string | null
  user_id: number | null
  limit: number
}

interface BulkJobs {
  id: string
  organization_id: string
  actor_id: string
  session_id: string
  resource: string
  act: 'update' | 'delete' | 'undo'
  undoes: string | null
  patch: ColumnType<Record<string, unknown> | null, string | null, never>
  state: Generated<'running' | 'finished' | 'cancelled'>
  total: Generated<number>
  done: Generated<number>
  skipped: Generated<number>
  request_id: string
  ip: string | null
  created_at: Generated<Instant>
  finished_at: Instant | null
}

interface BulkRows {
  job_id: string
  position: number
  row_id: string
  title: string | null
  version: number | null
  verdict: 'done' | 'skipped' | null
  reason: 'unchanged' | 'changed' | 'gone' | 'refused' | null
  detail: string | null
  before: ColumnType<Record<string, unknown> | null, string | null, string | null>
}

interface Imports {
  id: string
  person_id: string
  session_id: string
  resource: string
  file_name: string
  language: string
  headings: Json<string[]>
  mapping: Json<Record<string, number>>
  state: Generated<'uploaded' | 'checking' | 'checked' | 'applying' | 'applied' | 'cancelled' | 'failed'>
  rows: number
  judged: Generated<number>
  created_at: Generated<Instant>
}

interface ImportRows {
  import_id: string
  position: number
  cells: Json<string[]>
  verdict: 'new' | 'known' | 'rejected' | null
  reason: string | null
  record_id: string | null
  digest: Buffer | null
}

interface ImportedRows {
  organization_id: string
  resource: string
  digest: Buffer
  occurrence: number
  record_id: string | null
}

interface RetentionRounds {
  kind: string
  kept_days: number
  removed: number
  through: Instant
  finished_at: Instant
}

interface PastTimeZones {
  person_id: string
  until: Instant
  time_zone: string
}

interface PastMedications {
  person_id: string
  until: Instant
  medications: Json<unknown>
}

interface FamilyMedia {
  id: string
  organization_id: string
  person_id: string
  type: string
  width: number
  height: number
  content: Buffer
  created_at: Generated<Instant>
}

interface FamilyMessages {
  id: string
  organization_id: string
  person_id: string
  author_id: string
  kind: 'message' | 'checkin_request' | 'media' | 'broadcast'
  text: string
  media_id: string | null
  created_at: Generated<Instant>
}

interface FamilyAcknowledgements {
  message_id: string
  person_id: string
  at: Generated<Instant>
}

interface CareTasks {
  id: string
  organization_id: string
  person_id: string
  title: string
  notes: string | null
  due_at: Instant | null
  status: Generated<'open' | 'done' | 'cancelled'>
  assignee_id: string | null
  created_by: string
  completed_at: Instant | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  deleted_at: Instant | null
}

interface CarePlans {
  person_id: string
  organization_id: string
  goals: Json<unknown>
  notes: string | null
  review_on: string | null
  version: Generated<number>
  updated_by: string
  updated_at: Generated<Instant>
}

interface Notifications {
  id: string
  organization_id: string
  person_id: string
  kind: string
  title: string
  body: string
  deliver_at: Instant | null
  devices: number
  created_at: Generated<Instant>
  acknowledged_at: Instant | null
}

interface NotificationTemplates {
  id: string
  organization_id: string
  name: string
  language: string
  title: string
  body: string
  created_at: Generated<Instant>
}

interface SyncHeads {
  person_id: string
  position: number
}

interface SyncChanges {
  person_id: string
  kind: 'entry' | 'message' | 'task'
  record_id: string
  position: number
  version: number
  deleted: Generated<boolean>
}

interface SyncClients {
  person_id: string
  client_id: string
  caller_id: string
  position: Generated<number>
  last_seen_at: Generated<Instant>
}

interface SyncConflicts {
  id: string
  organization_id: string
  person_id: string
  client_id: string
  write_id: string
  kind: 'entry' | 'message' | 'task'
  record_id: string
  base_version: number
  value: Json<unknown> | null
  author_id: string
  opened_at: Generated<Instant>
  kept: 'client' | 'server' | null
  resolved_at: Instant | null
  resolved_by: string | null
}

interface SyncWrites {
  person_id: string
  write_id: string
  outcome: 'stored' | 'conflict' | 'refused'
  version: number | null
  conflict_id: string | null
  detail: string | null
  received_at: Generated<Instant>
}

interface Translations {
  language: string
  namespace: string
  key: string
  status: 'draft' | 'review' | 'published' | 'rolled_back'
  forms: Json<Forms>
  author_id: string
  published: Json<Forms> | null
  published_source: Json<Forms> | null
  version: Generated<number>
  updated_at: Generated<Instant>
}

interface TranslationRevisions {
  language: string
  namespace: string
  key: string
  number: number
  act: 'save' | 'import' | 'submit' | 'approve' | 'reject' | 'roll_back'
  forms: Json<Forms>
  is_published: boolean
  note: string | null
  author_id: string
  at: Generated<Instant>
}

interface TextDescriptions {
  namespace: string
  key: string
  description: string
}

/** Every table; the migrations are their truth. */
export interface Tables {
  organizations: Organizations
  people: People
  profiles: Profiles
  wellness_entries: WellnessEntries
  assignments: Assignments
  invites: Invites
  sessions: Sessions
  stream_tickets: StreamTickets
  mailed_tokens: MailedTokens
  totp_secrets: TotpSecrets
  backup_codes: BackupCodes
  passkeys: Passkeys
  challenges: Challenges
  guesses: Guesses
  api_keys: ApiKeys
  settings: Settings
  saved_views: SavedViews
  devices: Devices
  device_events: DeviceEvents
  device_event_keys: DeviceEventKeys
  conversations: Conversations
  messages: Messages
  message_annotations: MessageAnnotations
  companion_facts: CompanionFacts
  translation_sessions: TranslationSessions
  translation_session_keys: TranslationSessionKeys
  alerts: Alerts
  alert_events: AlertEvents
  contacts: Contacts
  emergency_services: EmergencyServices
  ladders: Ladders
  notification_channels: NotificationChannels
  deliveries: Deliveries
  delivery_receipts: DeliveryReceipts
  geofences: Geofences
  safety_incidents: SafetyIncidents
  subscriptions: Subscriptions
  subscription_movements: SubscriptionMovements
  subscription_steps: SubscriptionSteps
  invoices: Invoices
  checkouts: Checkouts
  payment_events: PaymentEvents
  activity_logs: ActivityLogs
  activity_log_values: ActivityLogValues
  unsealed_activity_logs: UnsealedActivityLogs
  activity_log_seals: ActivityLogSeals
  activity_log_chain: ActivityLogChain
  page_visits: PageVisits
  rate_limit_violations: RateLimitViolations
  rollup_cells: RollupCells
  rollup_members: RollupMembers
  rollup_numbers: RollupNumbers
  rollup_sets: RollupSets
  rollup_zone: RollupZone
  rollup_dirt: RollupDirt
  bulk_jobs: BulkJobs
  bulk_rows: BulkRows
  imports: Imports
  import_rows: ImportRows
  imported_rows: ImportedRows
  retention_rounds: RetentionRounds
  past_time_zones: PastTimeZones
  past_medications: PastMedications
  family_media: FamilyMedia
  family_messages: FamilyMessages
  family_acknowledgements: FamilyAcknowledgements
  care_tasks: CareTasks
  care_plans: CarePlans
  notifications: Notifications
  notification_templates: NotificationTemplates
  sync_heads: SyncHeads
  sync_changes: SyncChanges
  sync_clients: SyncClients
  sync_conflicts: SyncConflicts
  sync_writes: SyncWrites
  translations: Translations
  translation_revisions: TranslationRevisions
  text_descriptions: TextDescriptions
}
