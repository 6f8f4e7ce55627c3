import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '#server/db/tables.ts'

/** The person that an export or erasure is about. */
export interface Subject {
  id: string
  user_id: number
  organization_id: string
  email: string | null
}

type Matcher = (column: RawBuilder<unknown>, subject: Subject) => RawBuilder<boolean>

/** Ways in which a column identifies a person. */
const matchers = {
  id: (column, { id }) => sql`${column} = ${id}`,
  'id as text': (column, { id }) => sql`${column} = ${id}::text`,
  user_id: (column, { user_id }) => sql`${column} = ${user_id}`,
  // Only within the person's organization: another organization is responsible for its own records of an address.
  email: (column, { email, organization_id }) =>
    sql`lower(${column}) = lower(${email}) and organization_id = ${organization_id}`,
  alert: (column, { id }) => sql`${column} in (select id from alerts where person_id = ${id})`,
} satisfies Record<string, Matcher>

/**
 * What an erasure does with the rows: delete, anonymise by setting columns, erase the text under the seals of the
 * activity log, or keep.
 */
type Erasure = 'delete' | 'seal' | 'keep' | RawBuilder<unknown>

/** A column that links rows to a person, and how export and erasure treat these rows. */
export interface PersonalDataRule {
  table: keyof Tables
  column: string
  names: keyof typeof matchers
  /** Columns left out of an export; false excludes the rows entirely. */
  shown: false | { without: readonly string[] }
  /** Columns with speech, exported only to callers who may read the person's conversations. */
  spoken: readonly string[]
  erase: Erasure
  why: string
}

type Rest = Partial<Pick<PersonalDataRule, 'names' | 'shown' | 'spoken'>>

/** A rule for `table.column`; by default exported in full and matched by id. */
function ruleFor(
  qualifiedName: `${keyof Tables}.${string}`,
  erase: Erasure,
  why: string,
  rest: Rest = {},
): PersonalDataRule {
  const [table, column] = qualifiedName.split('.') as [keyof Tables, string]
  return { table, column, erase, why, names: 'id', shown: { without: [] }, spoken: [], ...rest }
}

const hidden = { shown: false } as const

/** A record of another person that names this one as its author: it stays, and refers to the anonymised person. */
const referenceTo = (qualifiedName: `${keyof Tables}.${string}`, what: string): PersonalDataRule =>
  ruleFor(qualifiedName, 'keep', `${what}; refers to the anonymised person.`, hidden)
const without = (...columns: string[]) => ({ shown: { without: columns } })

/**
 * All columns that refer to a person, in the order of erasure. A test compares this list with the columns in the
 * database.
 */
export const personalDataRules: readonly PersonalDataRule[] = [
  ruleFor('profiles.person_id', 'delete', 'Health and habits of the person.'),
  ruleFor('wellness_entries.person_id', 'delete', 'Health of the person.'),
  ruleFor('wellness_entries.recorded_by', sql`recorded_by = null`, 'Health data of another person.', hidden),
  ruleFor('assignments.elderly_id', 'delete', 'Who cares for the person.'),
  ruleFor('assignments.caregiver_id', 'delete', 'Who the person cares for.'),
  ruleFor('past_time_zones.person_id', 'delete', 'Reveals where the person was.'),
  ruleFor('past_medications.person_id', 'delete', 'The person’s former medication.'),
  ruleFor('family_acknowledgements.person_id', 'delete', 'Which messages the person has seen.'),
  ruleFor('family_messages.person_id', 'delete', 'Messages in the person’s circle.'),
  ruleFor(
    'family_messages.author_id',
    sql`text = ''`,
    'A message in another person’s circle; only the text is removed.',
  ),
  ruleFor('family_media.person_id', 'delete', 'Pictures shared in the person’s circle.', without('content')),
  ruleFor('care_tasks.person_id', 'delete', 'Tasks in the person’s care.'),
  ruleFor('care_tasks.assignee_id', sql`assignee_id = null`, 'A task in another person’s care.', hidden),
  referenceTo('care_tasks.created_by', 'A task in another person’s care'),
  ruleFor('care_plans.person_id', 'delete', 'The person’s care plan.'),
  referenceTo('care_plans.updated_by', 'Another person’s care plan'),
  ruleFor('notifications.person_id', 'delete', 'Notifications sent to the person.'),
  ruleFor('sync_writes.person_id', 'delete', 'Writes from the person’s apps.', hidden),
  ruleFor('sync_conflicts.person_id', 'delete', 'Versions of the person’s records.'),
  referenceTo('sync_conflicts.author_id', 'A write about another person'),
  referenceTo('sync_conflicts.resolved_by', 'A decision about another person'),
  ruleFor('sync_changes.person_id', 'delete', 'Which of the person’s records changed.', hidden),
  ruleFor('sync_heads.person_id', 'delete', 'The person’s sync position.', hidden),
  ruleFor('sync_clients.person_id', 'delete', 'Apps that store the person’s records.'),
  ruleFor('sync_clients.caller_id', 'delete', 'Apps that the person used.'),
  ruleFor('contacts.person_id', 'delete', 'Emergency contacts; no longer needed after erasure.'),
  ruleFor('geofences.person_id', 'delete', 'Where the person lives.'),
  ruleFor('ladders.person_id', 'delete', 'Who is called for the person’s alarms.'),
  ruleFor('on_call_absences.person_id', 'delete', 'When the person is away.'),
  ruleFor('on_call_overrides.person_id', 'delete', 'When the person is on call in place of others.'),
  ruleFor('on_call_covers.asker_id', 'delete', 'Shifts that the person asked others to take over.'),
  ruleFor('on_call_covers.asked_id', 'delete', 'Shifts that the person was asked to take over.'),
  ruleFor(
    'on_call_calendars.person_id',
    'delete',
    'The address of the person’s calendar feed.',
    without('token_hash'),
  ),
  ruleFor('report_deliveries.person_id', 'delete', 'Which reports were sent to the person.'),
  ruleFor('report_opt_outs.person_id', 'delete', 'Which reports the person unsubscribed from.'),
  referenceTo('reports.owner_id', 'A report that others receive; it is paused once its owner has left'),
  ruleFor('figure_rule_notices.person_id', 'delete', 'Which messages about figures were sent to the person.'),
  referenceTo('figure_rules.owner_id', 'A rule that tells others; it is paused once its owner has left'),
  referenceTo('figure_rules.muted_by', 'Messages that others did not get'),
  referenceTo('figure_rule_changes.person_id', 'A change of a rule that tells others'),
  ruleFor('companion_facts.person_id', 'delete', 'What the person told the companion about themselves.', {
    spoken: ['statement'],
  }),
  ruleFor('messages.person_id', 'delete', 'What the person said, and the replies.', {
    spoken: ['content', 'evidence'],
  }),
  ruleFor('turn_reviews.person_id', 'delete', 'Turns of the person that were reviewed.', hidden),
  ruleFor('turn_review_answers.reviewer_id', 'keep', 'A review of another person’s turn.', hidden),
  ruleFor('message_annotations.author_id', 'keep', 'A review of another person’s turn.', hidden),
  ruleFor('conversations.person_id', 'delete', 'When, how and about what the person talked.'),
  ruleFor(
    'safety_incidents.person_id',
    sql`conversation_id = null, message_id = null, emotion = null`,
    'Counted in safety figures; no longer identifies anyone after erasure.',
  ),
  ruleFor('deliveries.alert_id', 'delete', 'Messages sent about the person’s alarms.', {
    names: 'alert',
    ...without('address'),
  }),
  ruleFor(
    'deliveries.recipient_id',
    sql`recipient = '', address = null`,
    'A call about another person’s alarm; only the recipient is removed.',
    without('message'),
  ),
  ruleFor('alert_events.alert_id', sql`details = '{}'`, 'Only the types and times of events are kept.', {
    names: 'alert',
    ...without('idempotency_key'),
  }),
  referenceTo('alert_events.actor_id', 'A response to another person’s alarm'),
  ruleFor(
    'alerts.person_id',
    sql`latitude = null, longitude = null, accuracy_m = null, address = null, located_at = null, voice_message = null,
      resolution = null, conversation_id = null, message_id = null, rearm_at = null`,
    'Only the alarm and its response times are kept, without location and speech.',
  ),
  ruleFor(
    'organizations.safety_lead_id',
    sql`safety_lead_id = null`,
    'The organization can name someone else.',
    hidden,
  ),
  referenceTo('alerts.acknowledged_by', 'A response to another person’s alarm'),
  referenceTo('alerts.owner_id', 'A response to another person’s alarm'),
  referenceTo('alerts.cleared_by', 'Who cleared a banner'),
  ruleFor(
    'devices.person_id',
    sql`person_id = null`,
    'The device belongs to the organization.',
    without('key_hash'),
  ),
  ruleFor(
    'device_events.person_id',
    sql`person_id = null, payload = '{}'`,
    'Only the device’s reports are kept, without payload.',
  ),
  ruleFor(
    'translation_sessions.person_id',
    sql`person_id = null`,
    'Counts and latencies of the service; contains no text.',
  ),
  ruleFor('page_visits.person_id', sql`person_id = null`, 'Visits are counted anonymously.'),
  ruleFor(
    'notification_channels.person_id',
    'delete',
    'Browsers and webhooks of the person.',
    without('keys'),
  ),
  ruleFor('invites.email', 'delete', 'Invitations sent to the person.', {
    names: 'email',
    ...without('token_hash'),
  }),
  referenceTo('invites.invited_by', 'Another person’s invitation'),
  ruleFor('provisioned_group_members.person_id', 'delete', 'Groups of the person at the identity provider.'),
  ruleFor('provisioned_people.person_id', 'delete', 'What the identity provider knows of the person.'),
  ruleFor(
    'sessions.person_id',
    'delete',
    'Addresses and devices of the person’s sign-ins.',
    without('id_token'),
  ),
  ruleFor('mailed_tokens.person_id', 'delete', 'Links e-mailed to the person.', without('token_hash')),
  ruleFor('totp_secrets.person_id', 'delete', 'A secret of the person.', without('secret')),
  ruleFor('backup_codes.person_id', 'delete', 'Secrets of the person.', without('code_hash')),
  ruleFor('passkeys.person_id', 'delete', 'Keys of the person.', without('public_key', 'credential_id')),
  ruleFor('challenges.person_id', 'delete', 'Valid for five minutes.', hidden),
  ruleFor('external_identities.person_id', 'delete', 'How the person’s identity provider knows them.'),
  ruleFor('sign_in_flows.person_id', 'delete', 'Valid for ten minutes.', hidden),
  ruleFor('guesses.person_id', 'delete', 'Counts of wrong passwords and codes.'),
  referenceTo('api_keys.created_by', 'The key belongs to the organization'),
  referenceTo('translations.author_id', 'An interface text'),
  referenceTo('translation_revisions.author_id', 'The history of an interface text'),
  referenceTo('text_dismissals.author_id', 'A dismissed finding in an interface text'),
  ruleFor('settings.person_id', 'delete', 'The person’s console settings.'),
  ruleFor('saved_views.person_id', 'delete', 'The person’s saved views.'),
  ruleFor('imports.person_id', 'delete', 'Files uploaded by the person, with their rows.', hidden),
  ruleFor(
    'import_rows.record_id',
    sql`cells = '[]'`,
    'The line of a file from which the person was imported.',
    hidden,
  ),
  ruleFor('imported_rows.record_id', 'delete', 'The digest of that line.', hidden),
  referenceTo('bulk_jobs.actor_id', 'A job on other people’s records'),
  ruleFor(
    'bulk_rows.row_id',
    sql`title = null, detail = null`,
    'Effects of a job on the person’s record.',
    hidden,
  ),
  ruleFor('rate_limit_violations.user_id', sql`user_id = null, ip_address = null`, 'Counted anonymously.', {
    names: 'user_id',
  }),
  referenceTo('rollup_numbers.member_id', 'Counted as active'),
  referenceTo('rollup_members.member_id', 'Days of activity'),
  ruleFor('activity_logs.user_id', 'seal', 'Seals prove what was done, when, and by which user ID.', {
    names: 'user_id',
    ...without('salt', 'erased'),
  }),
  ruleFor('activity_logs.actor_id', 'keep', 'The same rows as by `user_id`.', hidden),
  ruleFor('activity_logs.resource_id', 'seal', 'Changes to the person’s record.', {
    names: 'id as text',
    ...without('salt', 'erased', 'ip', 'user_email'),
  }),
  ruleFor(
    'people.id',
    sql`name = 'Erased person', username = 'erased-' || user_id, email = null, email_verified_at = null,
      phone = null, address = null, date_of_birth = null, password_hash = null, status = 'suspended',
      locale = default, time_zone = default, last_login = null, version = version + 1, updated_at = now(),
      deleted_at = coalesce(deleted_at, now()), erased_at = now()`,
    'Remaining rows refer to this row, which is anonymised.',
    without('password_hash'),
  ),
]

/** A condition for the rows about a person. */
export const rowsAbout = ({ column, names }: PersonalDataRule, subject: Subject): RawBuilder<boolean> =>
  matchers[names](sql.ref(column), subject)

/** Tables whose rows the activity log refers to by id. */
export const records = [
  'alerts',
  'assignments',
  'contacts',
  'conversations',
  'geofences',
  'ladders',
  'wellness_entries',
] as const satisfies readonly (keyof Tables)[]
