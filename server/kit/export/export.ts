import { sql } from 'kysely'
import type { Listing, ListQuery } from '#contract/kit/listing.ts'
import type { Db } from '../../db/open.ts'
import type { AuthenticatedCall } from '../call.ts'
import { redactPii } from '../personal.ts'
import { resourceName } from '../resources.ts'
import type { File, ListHandler } from '../serve.ts'
import { labelledColumns, machineColumns } from './columns.ts'
import { csv } from './csv.ts'
import { json } from './json.ts'
import { xlsx } from './xlsx.ts'

type Row = Record<string, unknown>

/**
 * All of a list's selection as a file, written while it is read: memory stays flat. It shows one instant, whatever is
 * written meanwhile; when its reader leaves, its transaction ends. A condition that the database does not take (a number
 * beyond its column) is refused before anything is written.
 */
export async function exportList(
  handler: ListHandler,
  call: AuthenticatedCall,
  listing: Listing,
): Promise<File> {
  const { _format = 'csv', _columns, _language } = call.query as ListQuery
  const { shape } = listing.schema
  const asked = _columns?.split(',').filter(name => name in shape) ?? []
  const names = asked.length > 0 ? asked : Object.keys(shape)
  const columns = _language
    ? labelledColumns(call, resourceName(handler.resource ?? listing.rows), listing.schema, names, _language)
    : machineColumns(names)
  const shown = call.grant.personal ? (row: Row) => row : (redactPii(listing.schema) as (row: Row) => Row)
  const read = handler.rows(call)
  await sql`explain ${handler.selected(call)}`.execute(call.db)

  async function* batches() {
    const transaction = await call.services.database.db
      .startTransaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute()
    try {
      const db = transaction as unknown as Db
      for await (const rows of read(db)) yield await columns.cells(rows.map(shown), db)
    } finally {
      await transaction.rollback().execute()
    }
  }

  switch (_format) {
    case 'csv':
      return {
        name: `${listing.rows}.csv`,
        type: 'text/csv; charset=utf-8',
        content: csv(columns.headings, batches()),
      }
    case 'json':
      return {
        name: `${listing.rows}.json`,
        type: 'application/json; charset=utf-8',
        content: json(names, batches()),
      }
    case 'xlsx':
      return {
        name: `${listing.rows}.xlsx`,
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        content: xlsx(listing.rows, columns.headings, batches()),
      }
  }
}
