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
  place: `${keyof Tables}.${string}`,
  erase: Erasure,
  why: string,
  rest: Rest = {},
): PersonalDataRule {
  const [table, column] = place.split('.') as [keyof Tables, string]
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
  holding(
    'wellness_entries.recorded_by',
    sql`recorded_by = null`,
    'Health of another: theirs to keep.',
    hidden,
  ),
  holding('assignments.elderly_id', 'delete', 'Whom the person is looked after by.'),
  holding('assignments.caregiver_id', 'delete', 'Whom the person looks after.'),
  holding('past_time_zones.person_id', 'delete', 'Where the person was.'),
  holding('past_medications.person_id', 'delete', 'What the person had to take.'),
  holding('family_acknowledgements.person_id', 'delete', 'Which messages the person has seen.'),
  holding('family_messages.person_id', 'delete', 'What the family wrote around the person.'),
  holding(
    'family_messages.author_id',
    sql`text = ''`,
    'A message in another’s circle: that it was sent stays, what it said does not.',
  ),
  holding('family_media.person_id', 'delete', 'Pictures shared around the person.', without('content')),
  holding('care_tasks.person_id', 'delete', 'Tasks around the person.'),
  holding('care_tasks.assignee_id', sql`assignee_id = null`, 'A task around another stays.', hidden),
  holding('care_tasks.created_by', 'keep', 'A task around another points to nobody’s row.', hidden),
  holding('care_plans.person_id', 'delete', 'The person’s care plan.'),
  holding('care_plans.updated_by', 'keep', 'The plan of another points to nobody’s row.', hidden),
  holding('notifications.person_id', 'delete', 'What the person was told.'),
  holding('sync_writes.person_id', 'delete', 'What apps of the person handed in.', hidden),
  holding('sync_conflicts.person_id', 'delete', 'Versions of the person’s records.'),
  holding('sync_conflicts.author_id', 'keep', 'A write about another points to nobody’s row.', hidden),
  holding('sync_conflicts.resolved_by', 'keep', 'A choice about another points to nobody’s row.', hidden),
  holding('sync_changes.person_id', 'delete', 'Which records changed.', hidden),
  holding('sync_heads.person_id', 'delete', 'How many did.', hidden),
  holding('sync_clients.person_id', 'delete', 'Apps that keep the person’s records.'),
  holding('sync_clients.caller_id', 'delete', 'Apps that the person used.'),
  holding('contacts.person_id', 'delete', 'Whom to call for the person; nobody is called for them any more.'),
  holding('geofences.person_id', 'delete', 'Where the person lives.'),
  holding('ladders.person_id', 'delete', 'Whom alarms of the person call.'),
  holding('companion_facts.person_id', 'delete', 'What the person told of themself.', {
    spoken: ['statement'],
  }),
  holding('messages.person_id', 'delete', 'What the person said and was answered.', {
    spoken: ['content', 'evidence'],
  }),
  holding('message_annotations.author_id', 'keep', 'A reviewer’s judgement of another’s turn.', hidden),
  holding('conversations.person_id', 'delete', 'When, how and of what the person talked.'),
  holding(
    'safety_incidents.person_id',
    sql`conversation_id = null, message_id = null, emotion = null`,
    'Counted in the safety figures; tells of nobody once the person is nobody.',
  ),
  holding('deliveries.alert_id', 'delete', 'What was sent of the person’s alarms.', {
    names: 'alert',
    ...without('address'),
  }),
  holding(
    'deliveries.recipient_id',
    sql`recipient = '', address = null`,
    'A call for another’s alarm: that it was made stays, to whom does not.',
    without('message'),
  ),
  holding('alert_events.alert_id', sql`details = '{}'`, 'That and when help was called and came, stays.', {
    names: 'alert',
    ...without('idempotency_key'),
  }),
  holding('alert_events.actor_id', 'keep', 'Who helped another points to nobody’s row.', hidden),
  holding(
    'alerts.person_id',
    sql`latitude = null, longitude = null, accuracy_m = null, address = null, located_at = null, voice_message = null,
      resolution = null, conversation_id = null, message_id = null, rearm_at = null`,
    'That an alarm was raised and how fast it was answered stays; where, and what was said, does not.',
  ),
  holding('alerts.acknowledged_by', 'keep', 'Who helped another points to nobody’s row.', hidden),
  holding('alerts.owner_id', 'keep', 'Who helped another points to nobody’s row.', hidden),
  holding('alerts.cleared_by', 'keep', 'Who put a banner away points to nobody’s row.', hidden),
  holding(
    'devices.person_id',
    sql`person_id = null`,
    'The device is the organization’s.',
    without('key_hash'),
  ),
  holding(
    'device_events.person_id',
    sql`person_id = null, payload = '{}'`,
    'That the device reported stays with the device.',
  ),
  holding(
    'translation_sessions.person_id',
    sql`person_id = null`,
    'Counts and latencies of the service; holds no text.',
  ),
  holding('page_visits.person_id', sql`person_id = null`, 'A visit counts without its visitor’s name.'),
  holding(
    'notification_channels.person_id',
    'delete',
    'Browsers and webhooks of the person.',
    without('keys'),
  ),
  holding('invites.email', 'delete', 'How the person was asked in.', {
    names: 'email',
    ...without('token_hash'),
  }),
  holding('invites.invited_by', 'keep', 'The invitation of another points to nobody’s row.', hidden),
  holding('sessions.person_id', 'delete', 'Where and with what the person signed in.'),
  holding(
    'mailed_tokens.person_id',
    'delete',
    'Links that were mailed to the person.',
    without('token_hash'),
  ),
  holding('totp_secrets.person_id', 'delete', 'A secret of the person.', without('secret')),
  holding('backup_codes.person_id', 'delete', 'Secrets of the person.', without('code_hash')),
  holding('passkeys.person_id', 'delete', 'Keys of the person.', without('public_key', 'credential_id')),
  holding('challenges.person_id', 'delete', 'Lives for five minutes.', hidden),
  holding('guesses.person_id', 'delete', 'Wrong passwords and codes, counted.'),
  holding('api_keys.created_by', 'keep', 'The key is the organization’s; points to nobody’s row.', hidden),
  holding('translations.author_id', 'keep', 'A text of the interface points to nobody’s row.', hidden),
  holding('translation_revisions.author_id', 'keep', 'Its history points to nobody’s row.', hidden),
  holding('settings.person_id', 'delete', 'How the person set up the console.'),
  holding('saved_views.person_id', 'delete', 'Views that the person kept.'),
  holding('imports.person_id', 'delete', 'Files that the person handed in; their rows go along.', hidden),
  holding(
    'import_rows.record_id',
    sql`cells = '[]'`,
    'The line of a file that the person came from.',
    hidden,
  ),
  holding('imported_rows.record_id', 'delete', 'The digest of that line.', hidden),
  holding('bulk_jobs.actor_id', 'keep', 'A job on others’ rows points to nobody’s row.', hidden),
  holding(
    'bulk_rows.row_id',
    sql`title = null, detail = null, before = null`,
    'What a job did with the person’s record.',
    hidden,
  ),
  holding(
    'rate_limit_violations.user_id',
    sql`user_id = null, ip_address = null`,
    'Counts without whom it refused.',
    { names: 'user_id' },
  ),
  holding('rollup_numbers.member_id', 'keep', 'Counts nobody’s row among those who were active.', hidden),
  holding('rollup_members.member_id', 'keep', 'Counts days of activity of nobody’s row.', hidden),
  holding('activity_logs.user_id', 'seal', 'What was done, when and by which number is proved by seals.', {
    names: 'user_id',
    ...without('salt', 'erased'),
  }),
  holding('activity_logs.actor_id', 'keep', 'The same rows as by the number.', hidden),
  holding('activity_logs.resource_id', 'seal', 'What was done to the person’s record.', {
    names: 'id as text',
    ...without('salt', 'erased', 'ip', 'user_email'),
  }),
  holding(
    'people.id',
    sql`name = 'Erased person', username = 'erased-' || user_id, email = null, email_verified_at = null,
      phone = null, address = null, date_of_birth = null, password_hash = null, status = 'suspended',
      locale = default, time_zone = default, last_login = null, version = version + 1, updated_at = now(),
      deleted_at = coalesce(deleted_at, now()), erased_at = now()`,
    'What stays points to this row, which tells of nobody any more.',
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
