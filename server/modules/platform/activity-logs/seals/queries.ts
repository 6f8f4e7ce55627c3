import { sql, type Transaction } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { Tables } from '#server/db/tables.ts'
import type { SealedLog, SealHead } from './digest.ts'

/** The primary key of an activity log entry. */
export interface LogKey {
  organization_id: string
  timestamp: string
  id: string
}

/** A log entry; if the row is missing, only its key. */
export type StoredLog = LogKey & ({ there: false } | ({ there: true } & SealedLog))

export interface Seal extends SealHead {
  hash: Buffer
}

/** The end of the chain, from its own table. */
export interface ChainEnd {
  seals: number
  hash: Buffer
}

/** The state before the first seal; its hash is that seal's `previous`. */
export const beginning: ChainEnd = { seals: 0, hash: Buffer.alloc(32) }

/** All columns of a log entry except its key. */
const rest = sql`l.action, l.resource_type, l.resource_id, l.actor_id, l.user_id, l.user_role, l.source, l.request_id,
  l.user_email, l.ip::text as ip, l.details::text as details, l.salt, l.erased`
const there = sql`l.id is not null as there`
const sealHead = ['number', 'sealed_at', 'size', 'root', 'previous', 'hash'] as const

export async function hasUnsealed(db: Db): Promise<boolean> {
  return (await db.selectFrom('unsealed_activity_logs').select('id').limit(1).execute()).length > 0
}

const readEnd = async (db: Db): Promise<ChainEnd> =>
  (await db.selectFrom('activity_log_chain').select(['seals', 'hash']).executeTakeFirst()) ?? beginning

/** Locks the end of the chain until the transaction ends; undefined if another instance holds the lock. */
export async function lockChain(db: Transaction<Tables>): Promise<(ChainEnd & { now: string }) | undefined> {
  const {
    rows: [lock],
  } = await sql<{ held: boolean; now: string }>`
    select pg_try_advisory_xact_lock(hashtext('activity_log_seals')) as held,
      clock_timestamp()::timestamptz(3) as now`.execute(db)
  return lock?.held ? { ...(await readEnd(db)), now: lock.now } : undefined
}

/**
 * Removes the newest unsealed rows from the queue and returns them by time: a backlog does not delay new rows. Deletes by
 * `ctid`, so that bad statistics cannot lead to a full scan; safe because only the holder of the chain lock deletes.
 */
export async function takeUnsealed(db: Transaction<Tables>, limit: number): Promise<StoredLog[]> {
  const taken = await sql<StoredLog>`
    with taken as (
      delete from unsealed_activity_logs where ctid = any(array(
        select ctid from unsealed_activity_logs order by "timestamp" desc, id desc limit ${limit}))
      returning organization_id, "timestamp", id)
    select t.organization_id, t."timestamp", t.id, ${there}, ${rest}
    from taken t left join activity_logs l using (organization_id, "timestamp", id)
    order by t."timestamp", t.id`.execute(db)
  return taken.rows
}

export async function appendSeal(
  db: Transaction<Tables>,
  seal: Seal,
  rows: readonly LogKey[],
  leaves: readonly Buffer[],
): Promise<void> {
  await db
    .insertInto('activity_log_seals')
    .values({
      ...seal,
      organization_ids: rows.map(({ organization_id }) => organization_id),
      timestamps: rows.map(({ timestamp }) => timestamp),
      ids: rows.map(({ id }) => id),
      leaves: [...leaves],
    })
    .execute()
  const end = { seals: seal.number, hash: seal.hash }
  await db
    .insertInto('activity_log_chain')
    .values(end)
    .onConflict(conflict => conflict.column('one').doUpdateSet(end))
    .execute()
}

/** The recorded end of the chain, and the last existing seal. */
export async function readChain(db: Db): Promise<ChainEnd & { last: number }> {
  const result = await sql<{ seals: number | null; hash: Buffer | null; last: number }>`
    select seals, hash, last from (select coalesce(max(number), 0) as last from activity_log_seals) as seal
    left join activity_log_chain on true`.execute(db)
  const { seals, hash, last } = result.rows[0] as (typeof result.rows)[number]
  return { ...(seals === null || hash === null ? beginning : { seals, hash }), last }
}

export const readSeal = (db: Db, number: number): Promise<Seal | undefined> =>
  db.selectFrom('activity_log_seals').select(sealHead).where('number', '=', number).executeTakeFirst()

/** First and last seal created in a time range; undefined if there are none. */
export async function sealsBetween(
  db: Db,
  from: string,
  to: string,
): Promise<{ first: number; last: number } | undefined> {
  const { first, last } = await db
    .selectFrom('activity_log_seals')
    .select(({ fn }) => [
      fn.min<number | null>('number').as('first'),
      fn.max<number | null>('number').as('last'),
    ])
    .where('sealed_at', '>=', from)
    .where('sealed_at', '<=', to)
    .executeTakeFirstOrThrow()
  return first === null || last === null ? undefined : { first, last }
}

/** The current rows covered by a seal with their sealed leaves, in tree order. */
export async function sealedRows(db: Db, number: number): Promise<(StoredLog & { leaf: Buffer })[]> {
  const result = await sql<StoredLog & { leaf: Buffer }>`
    select k.organization_id, k."timestamp", k.id, k.leaf, ${there}, ${rest}
    from activity_log_seals s,
      unnest(s.organization_ids, s.timestamps, s.ids, s.leaves) with ordinality
        as k (organization_id, "timestamp", id, leaf, position)
      left join activity_logs l using (organization_id, "timestamp", id)
    where s.number = ${number} order by k.position`.execute(db)
  return result.rows
}

export interface Counts {
  /** All rows. */
  rows: number
  sealed: number
  /** Rows not sealed yet. */
  waiting: number
}

/** Counted in one statement, and therefore consistent. */
export async function countRows(db: Db): Promise<Counts> {
  const counted = await sql<Counts>`select
    (select count(*) from activity_logs) as rows,
    (select coalesce(sum(size), 0) from activity_log_seals) as sealed,
    (select count(*) from unsealed_activity_logs join activity_logs using (organization_id, "timestamp", id)) as waiting`.execute(
    db,
  )
  return counted.rows[0] as Counts
}

/** The oldest row that is neither sealed nor queued for sealing. */
export async function findForged(db: Db): Promise<LogKey | undefined> {
  const result = await sql<LogKey>`
    select organization_id, "timestamp", id from activity_logs
    except select organization_id, "timestamp", id from unsealed_activity_logs
    except select k.* from activity_log_seals s,
      unnest(s.organization_ids, s.timestamps, s.ids) as k (organization_id, "timestamp", id)
    order by "timestamp", id limit 1`.execute(db)
  return result.rows[0]
}

export interface Person {
  id: string
  user_id: number
}

/** Finds a person by user number, including removed people. */
export const findPersonByNumber = (db: Db, userId: number): Promise<Person | undefined> =>
  db.selectFrom('people').select(['id', 'user_id']).where('user_id', '=', userId).executeTakeFirst()

/**
 * Locks and returns rows by or about a person or their records that are not erased yet.
 */
export async function listLogsAbout(
  db: Db,
  person: Person,
  records: readonly string[],
  limit: number,
): Promise<SealedLog[]> {
  const result = await sql<SealedLog>`
    select l.organization_id, l."timestamp", l.id, ${rest} from activity_logs l
    where l.erased is null and (l.user_id = ${person.user_id} or (l.resource_id = any(${[person.id, ...records]}::text[])
      and l.resource_type in (select value from activity_log_values where field = 'resource_type')))
    limit ${limit} for update`.execute(db)
  return result.rows
}

/** Locks and returns sealed rows in a time range that are not erased yet, oldest first. */
export async function listLogsBetween(
  db: Db,
  from: string | null,
  to: string,
  limit: number,
): Promise<SealedLog[]> {
  const result = await sql<SealedLog>`
    select l.organization_id, l."timestamp", l.id, ${rest} from activity_logs l
    where l.erased is null and l."timestamp" >= coalesce(${from}::timestamptz, '-infinity') and l."timestamp" < ${to}
      and not exists (select from unsealed_activity_logs u where u."timestamp" = l."timestamp" and u.id = l.id)
    order by l."timestamp", l.id limit ${limit} for update of l`.execute(db)
  return result.rows
}

/** Replaces the salt and personal part of rows by their digest. */
export async function eraseRows(db: Db, rows: readonly (LogKey & { digest: Buffer })[]): Promise<void> {
  await sql`
    update activity_logs l set user_email = null, ip = null, details = '{}', salt = null, erased = e.digest
    from unnest(${rows.map(row => row.organization_id)}::uuid[], ${rows.map(row => row.timestamp)}::timestamptz(3)[],
      ${rows.map(row => row.id)}::uuid[], ${rows.map(row => row.digest)}::bytea[])
      as e (organization_id, "timestamp", id, digest)
    where (l.organization_id, l."timestamp", l.id) = (e.organization_id, e."timestamp", e.id)`.execute(db)
}
