import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import { writeLogs } from '#server/kit/audit.ts'
import { personalDigest } from './digest.ts'
import { eraseRows, logsOf, personOf } from './queries.ts'

/** Rows erased at a time. */
const batchSize = 1_000

/**
 * Erases from the log, in one transaction, what it says of a person: texts, addresses and salts of what they did and of
 * what was done to them. That something was done, when, and to which number stays, and stays proved. The log tells of
 * the erasing itself.
 * @returns how many rows were erased
 * @throws when nobody has that number
 */
export const eraseLogsOf = (db: Kysely<Tables>, userId: number): Promise<number> =>
  db.transaction().execute(async db => {
    const person = await personOf(db, userId)
    if (!person) throw new Error(`Nobody has the number ${userId}`)
    let erased = 0
    for (
      let rows = await logsOf(db, person, batchSize);
      rows.length > 0;
      rows = await logsOf(db, person, batchSize)
    ) {
      await eraseRows(
        db,
        rows.map(row => ({ ...row, digest: personalDigest(row) })),
      )
      erased += rows.length
    }
    const entry = {
      action: 'erase',
      resourceType: 'activity_logs',
      resourceId: person.id,
      details: { erased },
    }
    await writeLogs(db, [entry], { actor: null, requestId: null, ip: null, source: 'server' })
    return erased
  })
