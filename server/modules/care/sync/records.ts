import { sql } from 'kysely'
import type { SyncKind, SyncRecord, SyncWrite } from '#contract/care/sync.ts'
import { wellnessValues } from '#contract/care/wellness.ts'
import { grant, may } from '#contract/kit/permissions.ts'
import type { Db } from '#server/db/open.ts'
import type { ServerAction } from '#server/kit/audit-actions.ts'
import type { UserCall } from '#server/kit/call.ts'
import type { AccessiblePerson } from '#server/kit/person.ts'
import { insertTask, writeTask } from '../elderly-dashboard/tasks.ts'
import { sendMessage } from '../family-simple/send.ts'
import { logEntry } from '../wellness/queries.ts'

type Key = { kind: SyncKind; id: string }

const instant = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** All records of a person in the sync format. Entries and messages are immutable. */
const records = (person: string) => sql`
  select 'entry' as kind, id, 1 as version, recorded_at as changed_at, false as deleted,
    jsonb_build_object('kind', kind, 'value', value, 'recorded_at', ${instant('recorded_at')}) as value
  from wellness_entries where person_id = ${person}
  union all
  select 'message', m.id, 1, m.created_at, false, jsonb_build_object('text', text, 'kind', m.kind,
    'author_id', author_id, 'created_at', ${instant('m.created_at')})
  from family_messages m where person_id = ${person}
  union all
  select 'task', id, version, updated_at, deleted_at is not null, case when deleted_at is null then
    jsonb_build_object('title', title, 'notes', notes, 'due_at', ${instant('due_at')}, 'status', status) end
  from care_tasks where person_id = ${person}`

/** The current versions of records. */
export async function findRecords(db: Db, person: string, keys: readonly Key[]): Promise<SyncRecord[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<SyncRecord>`
    select kind, id, version, deleted, value from (${records(person)}) r
    where (kind, id) in (${sql.join(keys.map(({ kind, id }) => sql`(${kind}, ${id}::uuid)`))})`.execute(db)
  return rows
}

/** The last record of a snapshot page. */
interface Passed {
  at: string
  id: string
}

/** Records changed in the last `days` days and not deleted, oldest change first. */
export async function recentRecords(
  db: Db,
  person: string,
  { days, after, limit }: { days: number; after: Passed | null; limit: number },
): Promise<{ records: SyncRecord[]; passed: Passed | null }> {
  const { rows } = await sql<SyncRecord & { changed_at: string }>`
    select kind, id, version, deleted, value, changed_at from (${records(person)}) r
    where changed_at > now() - make_interval(days => ${days}) and not deleted
      and ${after ? sql`(changed_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by changed_at, id limit ${limit + 1}`.execute(db)
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    records: page.map(({ changed_at: _, ...record }) => record),
    passed: last ? { at: last.changed_at, id: last.id } : null,
  }
}

/** Why a write is refused; null if it is accepted. */
export function whyRefused({ actor }: UserCall, write: SyncWrite): string | null {
  if (write.kind !== 'entry') return null
  if (!grant(actor.role, may('elderly', 'update'))) return 'You can’t write to this diary'
  const { success } = wellnessValues[write.value.kind].safeParse(write.value.value)
  if (!success) return 'This entry is missing fields that its kind requires'
  return Date.parse(write.value.recorded_at) > Date.now() + 120_000 ? 'Must not be in the future' : null
}

/** Stores a write based on the current version. @returns the new version */
export async function storeWrite(
  call: UserCall,
  person: AccessiblePerson,
  write: SyncWrite,
): Promise<number> {
  const { id } = write
  if (write.kind === 'entry') {
    await logEntry(call, person, { id, ...write.value })
    return 1
  }
  if (write.kind === 'message') {
    await sendMessage(call, person, { id, kind: 'message', text: write.value.text })
    return 1
  }
  const record = (action: ServerAction) =>
    call.audit({
      action,
      resourceType: 'care_tasks',
      resourceId: id,
      organizationId: person.organization_id,
      details: { offline: true },
    })
  if (write.base_version > 0) {
    record(write.value ? 'update' : 'delete')
    return writeTask(call.db, { id, person_id: person.id }, write.value)
  }
  await insertTask(call.db, {
    ...(write.value as NonNullable<typeof write.value>),
    id,
    organization_id: person.organization_id,
    person_id: person.id,
    assignee_id: null,
    created_by: call.actor.id,
  })
  record('create')
  return 1
}
