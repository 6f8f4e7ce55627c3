import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import { writeAuditLogs } from '#server/kit/audit.ts'
import { personalDigest, type SealedLog } from './digest.ts'
import { eraseRows, findPersonByNumber, listLogsAbout, listLogsBetween, type Person } from './queries.ts'

/** Rows erased per batch. */
const batchSize = 1_000

const eraseText = (db: Transaction<Tables>, rows: readonly SealedLog[]) =>
  eraseRows(
    db,
    rows.map(row => ({ ...row, digest: personalDigest(row) })),
  )

/**
 * Erases personal data from a person's log entries and those about their records: texts, addresses and salts. Action,
 * time and user number remain and stay verifiable.
 * @returns the number of erased rows
 */
export async function eraseLogTexts(
  db: Transaction<Tables>,
  person: Person,
  records: readonly string[] = [],
): Promise<number> {
  for (let erased = 0; ; ) {
    const rows = await listLogsAbout(db, person, records, batchSize)
    if (rows.length === 0) return erased
    await eraseText(db, rows)
    erased += rows.length
  }
}

/** Runs {@link eraseLogTexts} for a user number in its own transaction. The erasure itself is logged. */
export const eraseLogsOf = (db: Kysely<Tables>, userId: number): Promise<number> =>
  db.transaction().execute(async db => {
    const person = await findPersonByNumber(db, userId)
    if (!person) throw new Error(`There is no user ${userId}`)
    const erased = await eraseLogTexts(db, person)
    const entry = {
      action: 'erase',
      resourceType: 'activity_logs',
      resourceId: person.id,
      details: { erased },
    }
    await writeAuditLogs(db, [entry], { actor: null, requestId: null, ip: null, source: 'server' })
    return erased
  })

/**
 * Erases the texts of a batch of sealed rows in a time range, oldest first.
 * @param from end of the last run; null for the beginning of the log
 * @returns the number of erased rows; 0 if no text is left in the range
 */
export const eraseTextsBetween = (db: Kysely<Tables>, from: string | null, to: string): Promise<number> =>
  db.transaction().execute(async db => {
    const rows = await listLogsBetween(db, from, to, batchSize)
    await eraseText(db, rows)
    return rows.length
  })
