import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { SyncConflict, SyncKind, SyncRecord, SyncWrite } from '#contract/care/sync.ts'
import type { Db } from '#server/db/open.ts'
import type { AccessiblePerson } from '#server/kit/person.ts'
import { findRecords } from './records.ts'

/** Locks a person's sync position until the transaction ends, which serializes their batches. */
export const lockSyncHead = (db: Db, person: string) =>
  sql`insert into sync_heads (person_id, position) values (${person}, 0)
    on conflict (person_id) do update set position = sync_heads.position`.execute(db)

export async function getSyncHead(db: Db, person: string): Promise<number> {
  const head = await db
    .selectFrom('sync_heads')
    .select('position')
    .where('person_id', '=', person)
    .executeTakeFirst()
  return Number(head?.position ?? 0)
}

/** Changes after a position, in order; returns `limit + 1` rows if there are more. */
export async function listChangesAfter(db: Db, person: string, position: number, limit: number) {
  const { rows } = await sql<{
    kind: SyncKind
    id: string
    position: number
    version: number
    deleted: boolean
  }>`
    select kind, record_id as id, position::int as position, version, deleted from sync_changes
    where person_id = ${person} and position > ${position} order by position limit ${limit + 1}`.execute(db)
  return rows
}

/** Records that a client was seen, and its cursor if given. */
export async function recordClient(
  db: Db,
  { person, client, caller, position }: { person: string; client: string; caller: string; position?: number },
) {
  await sql`insert into sync_clients (person_id, client_id, caller_id, position)
    values (${person}, ${client}, ${caller}, ${position ?? 0})
    on conflict (person_id, client_id) do update set last_seen_at = now(), caller_id = excluded.caller_id,
      position = greatest(sync_clients.position, excluded.position)`.execute(db)
}

export async function listClients(db: Db, person: string) {
  const { rows } = await sql<{ client_id: string; person_id: string; last_seen_at: string; cursor: number }>`
    select client_id, caller_id as person_id, last_seen_at, position::int as cursor from sync_clients
    where person_id = ${person} order by last_seen_at desc, client_id`.execute(db)
  return rows
}

export const findWrite = (db: Db, person: string, write: string) =>
  db
    .selectFrom('sync_writes')
    .select(['outcome', 'version', 'conflict_id', 'detail'])
    .where('person_id', '=', person)
    .where('write_id', '=', write)
    .executeTakeFirst()

interface WriteOutcome {
  outcome: 'stored' | 'conflict' | 'refused'
  version: number | null
  conflict_id: string | null
  detail: string | null
}

export const recordWrite = (db: Db, person_id: string, write_id: string, noted: WriteOutcome) =>
  db
    .insertInto('sync_writes')
    .values({ person_id, write_id, ...noted })
    .execute()

/** Stores a write that was based on an outdated version. @returns the conflict's id */
export async function insertConflict(
  db: Db,
  person: AccessiblePerson,
  write: SyncWrite,
  by: { client: string; author: string },
): Promise<string> {
  const id = uuid()
  await db
    .insertInto('sync_conflicts')
    .values({
      id,
      organization_id: person.organization_id,
      person_id: person.id,
      client_id: by.client,
      author_id: by.author,
      write_id: write.write_id,
      kind: write.kind,
      record_id: write.id,
      base_version: write.base_version,
      value: write.value && JSON.stringify(write.value),
    })
    .execute()
  return id
}

const absent = (kind: SyncKind, id: string): SyncRecord => ({
  kind,
  id,
  version: 0,
  deleted: true,
  value: null,
})

/** A person's open conflicts, or the one with this id, each with the current record. */
export async function listConflicts(db: Db, person: string, id?: string): Promise<SyncConflict[]> {
  const row = await db
    .selectFrom('sync_conflicts')
    .select(['id', 'kind', 'record_id', 'write_id', 'base_version', 'value', 'opened_at'])
    .where('person_id', '=', person)
    .$if(id === undefined, query => query.where('resolved_at', 'is', null))
    .$if(id !== undefined, query => query.where('id', '=', id as string))
    .orderBy('opened_at')
    .orderBy('id')
    .execute()
  const keys = row.map(({ kind, record_id }) => ({ kind, id: record_id }))
  const records = await findRecords(db, person, keys)
  return row.map(({ value, ...conflict }) => ({
    ...conflict,
    client: value as SyncConflict['client'],
    server:
      records.find(({ kind, id }) => kind === conflict.kind && id === conflict.record_id) ??
      absent(conflict.kind, conflict.record_id),
  }))
}

export const isOpen = async (db: Db, person: string, id: string) =>
  (await db
    .selectFrom('sync_conflicts')
    .select('id')
    .where('person_id', '=', person)
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()) !== undefined

export const closeConflict = (db: Db, id: string, kept: 'client' | 'server', by: string) =>
  db
    .updateTable('sync_conflicts')
    .set({ kept, resolved_at: sql`now()`, resolved_by: by })
    .where('id', '=', id)
    .execute()
