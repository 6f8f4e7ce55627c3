import type { Kysely } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { Tables } from '#server/db/tables.ts'
import type { File } from '#server/kit/handlers.ts'
import { personalDataRules } from './personal-data-rules.ts'
import { type DataSubject, readRows } from './queries.ts'

/**
 * A consistent snapshot of all data about a person, streamed as one JSON document: the rows of each table with the
 * reason for storing them.
 */
async function* contentOf(db: Kysely<Tables>, subject: DataSubject): AsyncGenerator<string> {
  const transaction = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    const head = { format: 1, user_id: subject.user_id, made_at: new Date().toISOString() }
    yield `${JSON.stringify(head).slice(0, -1)},\n"held":[`
    let lead = '\n'
    for (const holding of personalDataRules) {
      if (!holding.shown) continue
      const { table, column, why } = holding
      const withheld = subject.readable ? [] : holding.spoken
      let open = ''
      for await (const rows of readRows(transaction as unknown as Db, holding, subject)) {
        const start = `${lead}${JSON.stringify({ table, by: column, why, withheld }).slice(0, -1)},"rows":[\n`
        yield (open || start) + rows.map(row => JSON.stringify(row)).join(',\n')
        open = ',\n'
        lead = ',\n'
      }
      if (open) yield '\n]}'
    }
    yield '\n]}\n'
  } finally {
    await transaction.rollback().execute()
  }
}

export const createDataPackage = (db: Kysely<Tables>, subject: DataSubject): File => ({
  name: `person-${subject.user_id}.json`,
  type: 'application/json; charset=utf-8',
  content: contentOf(db, subject),
})
