import type {
  ActivityLogChain,
  ActivityLogSeals,
  ActivityLogs,
  ActivityLogValues,
  Releases,
  RetentionRounds,
  UnsealedActivityLogs,
} from './tables/activity-logs.ts'
import type {
  AlertEvents,
  Alerts,
  Deliveries,
  DeliveryReceipts,
  EmergencyServices,
  Geofences,
  Ladders,
  NotificationChannels,
  Notifications,
  NotificationTemplates,
  OnCallAbsences,
  OnCallCalendars,
  OnCallCovers,
  OnCallGapNotices,
  OnCallOverrides,
  OnCallSchedules,
} from './tables/alerts.ts'
import type { BulkJobs, BulkRows } from './tables/bulk.ts'
import type {
  CarePlans,
  CareTasks,
  FamilyAcknowledgements,
  FamilyMedia,
  FamilyMessages,
  PastMedications,
  WellnessEntries,
} from './tables/care.ts'
import type {
  CompanionFacts,
  Conversations,
  MessageAnnotations,
  Messages,
  SafetyIncidents,
  TranslationSessionKeys,
  TranslationSessions,
  TurnReviewAnswers,
  TurnReviews,
} from './tables/conversations.ts'
import type { DeviceEventKeys, DeviceEvents, Devices } from './tables/devices.ts'
import type { FigureRuleChanges, FigureRuleNotices, FigureRules } from './tables/figure-rules.ts'
import type {
  MemberRunningCounts,
  PageVisits,
  RateLimitViolations,
  RollupCells,
  RollupCopies,
  RollupCopyChanges,
  RollupInvalidations,
  RollupMembers,
  RollupNumbers,
  RollupSets,
  RollupTotals,
  RollupZone,
} from './tables/figures.ts'
import type { ImportedRows, ImportRows, Imports } from './tables/imports.ts'
import type { Organizations, SavedViews, Settings } from './tables/organizations.ts'
import type {
  Assignments,
  Contacts,
  Invites,
  PastTimeZones,
  People,
  Profiles,
  ProvisionedGroupMembers,
  ProvisionedGroups,
  ProvisionedPeople,
} from './tables/people.ts'
import type { ReportDeliveries, ReportOptOuts, ReportRuns, Reports } from './tables/reports.ts'
import type {
  ApiKeys,
  BackupCodes,
  Challenges,
  EmailDomains,
  ExternalIdentities,
  Guesses,
  IdentityProviders,
  MailedTokens,
  Passkeys,
  Sessions,
  SignInAttempts,
  SignInFlows,
  StreamTickets,
  TotpSecrets,
  UsedAssertions,
} from './tables/sign-in.ts'
import type {
  Checkouts,
  Invoices,
  PaymentEvents,
  ReplacedCancellations,
  ReplacedMovements,
  SubscriptionCancellations,
  SubscriptionMovements,
  SubscriptionSteps,
  Subscriptions,
} from './tables/subscriptions.ts'
import type { SyncChanges, SyncClients, SyncConflicts, SyncHeads, SyncWrites } from './tables/sync.ts'
import type {
  GlossaryTerms,
  TextDescriptions,
  TextDismissals,
  TextProposals,
  TextSourceStates,
  TextSources,
  TranslationRevisions,
  Translations,
} from './tables/texts.ts'
import type { OutboxEvents, WebhookDeliveries, WebhookEndpoints } from './tables/webhooks.ts'

/** Row types of all tables, as created by the migrations. The columns are declared by domain in `tables/`. */
export interface Tables {
  organizations: Organizations
  people: People
  profiles: Profiles
  wellness_entries: WellnessEntries
  assignments: Assignments
  invites: Invites
  provisioned_people: ProvisionedPeople
  provisioned_groups: ProvisionedGroups
  provisioned_group_members: ProvisionedGroupMembers
  sessions: Sessions
  stream_tickets: StreamTickets
  mailed_tokens: MailedTokens
  totp_secrets: TotpSecrets
  backup_codes: BackupCodes
  passkeys: Passkeys
  challenges: Challenges
  guesses: Guesses
  sign_in_attempts: SignInAttempts
  api_keys: ApiKeys
  identity_providers: IdentityProviders
  email_domains: EmailDomains
  external_identities: ExternalIdentities
  sign_in_flows: SignInFlows
  used_assertions: UsedAssertions
  settings: Settings
  saved_views: SavedViews
  devices: Devices
  device_events: DeviceEvents
  device_event_keys: DeviceEventKeys
  conversations: Conversations
  messages: Messages
  message_annotations: MessageAnnotations
  turn_reviews: TurnReviews
  turn_review_answers: TurnReviewAnswers
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
  on_call_schedules: OnCallSchedules
  on_call_overrides: OnCallOverrides
  on_call_absences: OnCallAbsences
  on_call_covers: OnCallCovers
  on_call_calendars: OnCallCalendars
  on_call_gap_notices: OnCallGapNotices
  safety_incidents: SafetyIncidents
  subscriptions: Subscriptions
  subscription_movements: SubscriptionMovements
  subscription_cancellations: SubscriptionCancellations
  replaced_movements: ReplacedMovements
  replaced_cancellations: ReplacedCancellations
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
  member_running_counts: MemberRunningCounts
  rollup_totals: RollupTotals
  rollup_zone: RollupZone
  rollup_invalidations: RollupInvalidations
  rollup_copies: RollupCopies
  rollup_copy_changes: RollupCopyChanges
  bulk_jobs: BulkJobs
  bulk_rows: BulkRows
  imports: Imports
  import_rows: ImportRows
  imported_rows: ImportedRows
  releases: Releases
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
  glossary_terms: GlossaryTerms
  text_descriptions: TextDescriptions
  text_dismissals: TextDismissals
  text_proposals: TextProposals
  text_sources: TextSources
  text_source_states: TextSourceStates
  reports: Reports
  report_opt_outs: ReportOptOuts
  report_runs: ReportRuns
  report_deliveries: ReportDeliveries
  figure_rules: FigureRules
  figure_rule_changes: FigureRuleChanges
  figure_rule_notices: FigureRuleNotices
  webhook_endpoints: WebhookEndpoints
  outbox_events: OutboxEvents
  webhook_deliveries: WebhookDeliveries
}
