import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import { writeLogs } from '#server/kit/audit.ts'
import { type ProvedLog, personalDigest } from './digest.ts'
import { eraseRows, logsBetween, logsOf, type Person, personOf } from './queries.ts'

/** Rows erased at a time. */
const batchSize = 1_000

const eraseText = (db: Transaction<Tables>, rows: readonly ProvedLog[]) =>
  eraseRows(
    db,
    rows.map(row => ({ ...row, digest: personalDigest(row) })),
  )

/**
 * Erases from the log what it says of a person: texts, addresses and salts of what they did and of what was done to
 * them and to these records of theirs. That something was done, when, and to which number stays, and stays proved.
 * @returns how many rows were erased
 */
export async function eraseTextsOf(
  db: Transaction<Tables>,
  person: Person,
  records: readonly string[] = [],
): Promise<number> {
  for (let erased = 0; ; ) {
    const rows = await logsOf(db, person, records, batchSize)
    if (rows.length === 0) return erased
    await eraseText(db, rows)
    erased += rows.length
  }
}

/** {@link eraseTextsOf} whoever has a number, in a transaction of its own. The log tells of the erasing itself. */
export const eraseLogsOf = (db: Kysely<Tables>, userId: number): Promise<number> =>
  db.transaction().execute(async db => {
    const person = await personOf(db, userId)
    if (!person) throw new Error(`Nobody has the number ${userId}`)
    const erased = await eraseTextsOf(db, person)
    const entry = {
      action: 'erase',
      resourceType: 'activity_logs',
      resourceId: person.id,
      details: { erased },
    }
    await writeLogs(db, [entry], { actor: null, requestId: null, ip: null, source: 'server' })
    return erased
  })

/**
 * Erases the texts of a batch of sealed rows from a span of time, the oldest first.
 * @param from where the last round over the log ended; null for the log's beginning
 * @returns how many rows were erased; none when no text is left in the span
 */
export const eraseTextsBetween = (db: Kysely<Tables>, from: string | null, to: string): Promise<number> =>
  db.transaction().execute(async db => {
    const rows = await logsBetween(db, from, to, batchSize)
    await eraseText(db, rows)
    return rows.length
  })
