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
function holding(
  qualifiedName: `${keyof Tables}.${string}`,
  erase: Erasure,
  why: string,
  rest: Rest = {},
): PersonalDataRule {
  const [table, column] = qualifiedName.split('.') as [keyof Tables, string]
  return { table, column, erase, why, names: 'id', shown: { without: [] }, spoken: [], ...rest }
}

const hidden = { shown: false } as const
const without = (...columns: string[]) => ({ shown: { without: columns } })

/**
 * All columns that refer to a person, in the order of erasure. A test compares this list with the columns in the
 * database.
 */
export const personalDataRules: readonly PersonalDataRule[] = [
  holding('profiles.person_id', 'delete', 'Health and habits of the person.'),
  holding('wellness_entries.person_id', 'delete', 'Health of the person.'),
  holding('wellness_entries.recorded_by', sql`recorded_by = null`, 'Health data of another person.', hidden),
  holding('assignments.elderly_id', 'delete', 'Who cares for the person.'),
  holding('assignments.caregiver_id', 'delete', 'Who the person cares for.'),
  holding('past_time_zones.person_id', 'delete', 'Reveals where the person was.'),
  holding('past_medications.person_id', 'delete', 'The person’s former medication.'),
  holding('family_acknowledgements.person_id', 'delete', 'Which messages the person has seen.'),
  holding('family_messages.person_id', 'delete', 'Messages in the person’s circle.'),
  holding(
    'family_messages.author_id',
    sql`text = ''`,
    'A message in another person’s circle; only the text is removed.',
  ),
  holding('family_media.person_id', 'delete', 'Pictures shared in the person’s circle.', without('content')),
  holding('care_tasks.person_id', 'delete', 'Tasks in the person’s care.'),
  holding('care_tasks.assignee_id', sql`assignee_id = null`, 'A task in another person’s care.', hidden),
  holding(
    'care_tasks.created_by',
    'keep',
    'A task in another person’s care; refers to the anonymised person.',
    hidden,
  ),
  holding('care_plans.person_id', 'delete', 'The person’s care plan.'),
  holding(
    'care_plans.updated_by',
    'keep',
    'Another person’s care plan; refers to the anonymised person.',
    hidden,
  ),
  holding('notifications.person_id', 'delete', 'Notifications sent to the person.'),
  holding('sync_writes.person_id', 'delete', 'Writes from the person’s apps.', hidden),
  holding('sync_conflicts.person_id', 'delete', 'Versions of the person’s records.'),
  holding(
    'sync_conflicts.author_id',
    'keep',
    'A write about another person; refers to the anonymised person.',
    hidden,
  ),
  holding(
    'sync_conflicts.resolved_by',
    'keep',
    'A decision about another person; refers to the anonymised person.',
    hidden,
  ),
  holding('sync_changes.person_id', 'delete', 'Which of the person’s records changed.', hidden),
  holding('sync_heads.person_id', 'delete', 'The person’s sync position.', hidden),
  holding('sync_clients.person_id', 'delete', 'Apps that store the person’s records.'),
  holding('sync_clients.caller_id', 'delete', 'Apps that the person used.'),
  holding('contacts.person_id', 'delete', 'Emergency contacts; no longer needed after erasure.'),
  holding('geofences.person_id', 'delete', 'Where the person lives.'),
  holding('ladders.person_id', 'delete', 'Who is called for the person’s alarms.'),
  holding('companion_facts.person_id', 'delete', 'What the person told the companion about themselves.', {
    spoken: ['statement'],
  }),
  holding('messages.person_id', 'delete', 'What the person said, and the replies.', {
    spoken: ['content', 'evidence'],
  }),
  holding('turn_reviews.person_id', 'delete', 'Turns of the person that were reviewed.', hidden),
  holding('turn_review_answers.reviewer_id', 'keep', 'A review of another person’s turn.', hidden),
  holding('message_annotations.author_id', 'keep', 'A review of another person’s turn.', hidden),
  holding('conversations.person_id', 'delete', 'When, how and about what the person talked.'),
  holding(
    'safety_incidents.person_id',
    sql`conversation_id = null, message_id = null, emotion = null`,
    'Counted in safety figures; no longer identifies anyone after erasure.',
  ),
  holding('deliveries.alert_id', 'delete', 'Messages sent about the person’s alarms.', {
    names: 'alert',
    ...without('address'),
  }),
  holding(
    'deliveries.recipient_id',
    sql`recipient = '', address = null`,
    'A call about another person’s alarm; only the recipient is removed.',
    without('message'),
  ),
  holding('alert_events.alert_id', sql`details = '{}'`, 'Only the types and times of events are kept.', {
    names: 'alert',
    ...without('idempotency_key'),
  }),
  holding(
    'alert_events.actor_id',
    'keep',
    'A response to another person’s alarm; refers to the anonymised person.',
    hidden,
  ),
  holding(
    'alerts.person_id',
    sql`latitude = null, longitude = null, accuracy_m = null, address = null, located_at = null, voice_message = null,
      resolution = null, conversation_id = null, message_id = null, rearm_at = null`,
    'Only the alarm and its response times are kept, without location and speech.',
  ),
  holding(
    'organizations.safety_lead_id',
    sql`safety_lead_id = null`,
    'The organization can name someone else.',
    hidden,
  ),
  holding(
    'alerts.acknowledged_by',
    'keep',
    'A response to another person’s alarm; refers to the anonymised person.',
    hidden,
  ),
  holding(
    'alerts.owner_id',
    'keep',
    'A response to another person’s alarm; refers to the anonymised person.',
    hidden,
  ),
  holding('alerts.cleared_by', 'keep', 'Who cleared a banner; refers to the anonymised person.', hidden),
  holding(
    'devices.person_id',
    sql`person_id = null`,
    'The device belongs to the organization.',
    without('key_hash'),
  ),
  holding(
    'device_events.person_id',
    sql`person_id = null, payload = '{}'`,
    'Only the device’s reports are kept, without payload.',
  ),
  holding(
    'translation_sessions.person_id',
    sql`person_id = null`,
    'Counts and latencies of the service; contains no text.',
  ),
  holding('page_visits.person_id', sql`person_id = null`, 'Visits are counted anonymously.'),
  holding(
    'notification_channels.person_id',
    'delete',
    'Browsers and webhooks of the person.',
    without('keys'),
  ),
  holding('invites.email', 'delete', 'Invitations sent to the person.', {
    names: 'email',
    ...without('token_hash'),
  }),
  holding(
    'invites.invited_by',
    'keep',
    'Another person’s invitation; refers to the anonymised person.',
    hidden,
  ),
  holding('provisioned_group_members.person_id', 'delete', 'Groups of the person at the identity provider.'),
  holding('provisioned_people.person_id', 'delete', 'What the identity provider knows of the person.'),
  holding(
    'sessions.person_id',
    'delete',
    'Addresses and devices of the person’s sign-ins.',
    without('id_token'),
  ),
  holding('mailed_tokens.person_id', 'delete', 'Links e-mailed to the person.', without('token_hash')),
  holding('totp_secrets.person_id', 'delete', 'A secret of the person.', without('secret')),
  holding('backup_codes.person_id', 'delete', 'Secrets of the person.', without('code_hash')),
  holding('passkeys.person_id', 'delete', 'Keys of the person.', without('public_key', 'credential_id')),
  holding('challenges.person_id', 'delete', 'Valid for five minutes.', hidden),
  holding('external_identities.person_id', 'delete', 'How the person’s identity provider knows them.'),
  holding('sign_in_flows.person_id', 'delete', 'Valid for ten minutes.', hidden),
  holding('guesses.person_id', 'delete', 'Counts of wrong passwords and codes.'),
  holding(
    'api_keys.created_by',
    'keep',
    'The key belongs to the organization; refers to the anonymised person.',
    hidden,
  ),
  holding('translations.author_id', 'keep', 'An interface text; refers to the anonymised person.', hidden),
  holding(
    'translation_revisions.author_id',
    'keep',
    'The history of an interface text; refers to the anonymised person.',
    hidden,
  ),
  holding('settings.person_id', 'delete', 'The person’s console settings.'),
  holding('saved_views.person_id', 'delete', 'The person’s saved views.'),
  holding('imports.person_id', 'delete', 'Files uploaded by the person, with their rows.', hidden),
  holding(
    'import_rows.record_id',
    sql`cells = '[]'`,
    'The line of a file from which the person was imported.',
    hidden,
  ),
  holding('imported_rows.record_id', 'delete', 'The digest of that line.', hidden),
  holding(
    'bulk_jobs.actor_id',
    'keep',
    'A job on other people’s records; refers to the anonymised person.',
    hidden,
  ),
  holding(
    'bulk_rows.row_id',
    sql`title = null, detail = null, before = null`,
    'Effects of a job on the person’s record.',
    hidden,
  ),
  holding('rate_limit_violations.user_id', sql`user_id = null, ip_address = null`, 'Counted anonymously.', {
    names: 'user_id',
  }),
  holding('rollup_numbers.member_id', 'keep', 'Counted as active; refers to the anonymised person.', hidden),
  holding('rollup_members.member_id', 'keep', 'Days of activity; refers to the anonymised person.', hidden),
  holding('activity_logs.user_id', 'seal', 'Seals prove what was done, when, and by which user ID.', {
    names: 'user_id',
    ...without('salt', 'erased'),
  }),
  holding('activity_logs.actor_id', 'keep', 'The same rows as by `user_id`.', hidden),
  holding('activity_logs.resource_id', 'seal', 'Changes to the person’s record.', {
    names: 'id as text',
    ...without('salt', 'erased', 'ip', 'user_email'),
  }),
  holding(
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
