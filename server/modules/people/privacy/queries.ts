import { sql, type Transaction } from 'kysely'
import type { Role } from '#contract/kit/permissions.ts'
import type { Db } from '#server/db/open.ts'
import type { Tables } from '#server/db/tables.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { notFound } from '#server/kit/problem.ts'
import { matchesKey, rowScope } from '#server/kit/table/scope.ts'
import {
  type PersonalDataRule,
  personalDataRules,
  records,
  rowsAbout,
  type Subject,
} from './personal-data-rules.ts'

export interface DataSubject extends Subject {
  name: string
  role: Role
  /** Whether the caller may read the person's conversations. */
  readable: boolean
}

/**
 * Finds the person that a call is about, including removed people.
 * @param mayRead condition on `person_id`: whether the caller may read the person's conversations
 * @throws Problem 404 if the person is not accessible to the caller or was erased.
 */
export async function findSubject(
  call: AuthenticatedCall,
  key: string,
  mayRead: ReturnType<typeof rowsAbout>,
): Promise<DataSubject> {
  const scope = rowScope(call, { organization: 'organization_id', person: 'id' })
  const result = await sql<DataSubject>`
    select id, user_id, organization_id, email, name, role, ${mayRead} as readable
    from (select *, id as person_id from people) as people
    where ${matchesKey(key, true)} and erased_at is null and ${scope}`.execute(call.db)
  const [person] = result.rows
  if (!person) throw notFound('This person')
  return person
}

/** Rows that are fetched from the cursor at once. */
const fetchSize = 500

/** The exported rows of a rule, read through a cursor of the transaction. */
export async function* readRows(transaction: Db, rule: PersonalDataRule, subject: DataSubject) {
  if (!rule.shown) return
  const left = [...rule.shown.without, ...(subject.readable ? [] : rule.spoken)]
  await sql`declare held_rows no scroll cursor for
    select to_jsonb(held) - ${left}::text[] as row from ${sql.table(rule.table)} as held
    where ${rowsAbout(rule, subject)}`.execute(transaction)
  for (;;) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      fetch ${sql.lit(fetchSize)} from held_rows`.execute(transaction)
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < fetchSize) break
  }
  await sql`close held_rows`.execute(transaction)
}

/** Whether the person has an unresolved alert. */
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

/** The ids of a person's records that the activity log may refer to. */
export async function listRecordIds(db: Db, { id }: Subject): Promise<string[]> {
  const parts = records.map(table => {
    const isOwnRow =
      table === 'assignments' ? sql`${id} in (elderly_id, caregiver_id)` : sql`person_id = ${id}`
    return sql`select id::text from ${sql.table(table)} where ${isOwnRow}`
  })
  const result = await sql<{ id: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return result.rows.map(({ id }) => id)
}

/** Applies all erasure rules except sealed ones. @returns the number of affected rows by table */
export async function erasePersonalData(
  db: Transaction<Tables>,
  subject: Subject,
): Promise<Partial<Record<keyof Tables, number>>> {
  await sql`set local voicedeck.erasing = 'on'`.execute(db)
  const rows: Partial<Record<keyof Tables, number>> = {}
  for (const holding of personalDataRules) {
    const { table, erase } = holding
    if (erase === 'keep' || erase === 'seal') continue
    const where = sql`where ${rowsAbout(holding, subject)}`
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
