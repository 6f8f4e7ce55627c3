import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'

/** Rows of the first batch, which somebody waits for, and of each that follows. */
const [first, following] = [100, 500]

/**
 * The rows of a statement, read through a cursor while somebody takes them; ends with the transaction at the latest.
 * A cursor is planned for its first rows, so that they come at once wherever an index has the order.
 */
export async function* inBatches<Row>(
  transaction: Db,
  statement: RawBuilder<unknown>,
): AsyncGenerator<Row[]> {
  await sql`declare batches no scroll cursor for ${statement}`.execute(transaction)
  for (let size = first; ; size = following) {
    const { rows } = await sql<Row>`fetch ${sql.lit(size)} from batches`.execute(transaction)
    if (rows.length > 0) yield rows
    if (rows.length < size) return
  }
}
