import { sql, type Transaction } from 'kysely'
import type { Role } from '#contract/kit/permissions.ts'
import type { Db } from '#server/db/open.ts'
import type { Tables } from '#server/db/tables.ts'
import type { KnownCall } from '#server/kit/call.ts'
import { notFound } from '#server/kit/problem.ts'
import { inBatches } from '#server/kit/table/batches.ts'
import { named } from '#server/kit/table/named.ts'
import { reached } from '#server/kit/table/scope.ts'
import { type Holding, heldOf, holdings, records, type Subject } from './holdings.ts'

export interface Found extends Subject {
  name: string
  role: Role
  /** Whether the caller may read what the person said. */
  readable: boolean
}

/**
 * The person whom a call is about, removed ones included.
 * @param mayRead whether the caller may read what a person said, as a condition on `person_id`
 * @throws Problem 404 when the call does not reach them, or they were erased.
 */
export async function subjectOf(
  call: KnownCall,
  key: string,
  mayRead: ReturnType<typeof heldOf>,
): Promise<Found> {
  const within = reached(call, { organization: 'organization_id', person: 'id' })
  const found = await sql<Found>`
    select id, user_id, organization_id, email, name, role, ${mayRead} as readable
    from (select *, id as person_id from people) as people
    where ${named(key, true)} and erased_at is null and ${within}`.execute(call.db)
  const [person] = found.rows
  if (!person) throw notFound('This person')
  return person
}

/** The rows of a holding as a package shows them, in batches. */
export async function* rowsOf(transaction: Db, holding: Holding, subject: Found) {
  if (!holding.shown) return
  const left = [...holding.shown.without, ...(subject.readable ? [] : holding.spoken)]
  const statement = sql`select to_jsonb(held) - ${left}::text[] as row from ${sql.table(holding.table)} as held
    where ${heldOf(holding, subject)}`
  for await (const batch of inBatches<{ row: Record<string, unknown> }>(transaction, statement)) {
    yield batch.map(({ row }) => row)
  }
  await sql`close batches`.execute(transaction)
}

/** Whether somebody may need help right now. */
export async function hasOpenAlert(db: Db, { id }: Subject): Promise<boolean> {
  const open = await db
    .selectFrom('alerts')
    .select('id')
    .where('person_id', '=', id)
    .where('status', '<>', 'resolved')
    .limit(1)
    .execute()
  return open.length > 0
}

/** The ids of a person's records, by which the activity log tells of them. */
export async function recordsOf(db: Db, { id }: Subject): Promise<string[]> {
  const parts = records.map(table => {
    const whose = table === 'assignments' ? sql`${id} in (elderly_id, caregiver_id)` : sql`person_id = ${id}`
    return sql`select id::text from ${sql.table(table)} where ${whose}`
  })
  const found = await sql<{ id: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** Erases the rows of all holdings but those that are sealed. @returns how many rows of each table were touched */
export async function eraseHeld(
  db: Transaction<Tables>,
  subject: Subject,
): Promise<Partial<Record<keyof Tables, number>>> {
  await sql`set local voicedeck.erasing = 'on'`.execute(db)
  const rows: Partial<Record<keyof Tables, number>> = {}
  for (const holding of holdings) {
    const { table, erase } = holding
    if (erase === 'keep' || erase === 'seal') continue
    const where = sql`where ${heldOf(holding, subject)}`
    const statement =
      erase === 'delete'
        ? sql`delete from ${sql.table(table)} ${where}`
        : sql`update ${sql.table(table)} set ${erase} ${where}`
    const { numAffectedRows = 0n } = await statement.execute(db)
    if (numAffectedRows > 0n) rows[table] = (rows[table] ?? 0) + Number(numAffectedRows)
  }
  await sql`set local voicedeck.erasing = 'off'`.execute(db)
  return rows
}
