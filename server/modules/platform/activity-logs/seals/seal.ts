import { createHash } from 'node:crypto'
import type { Database } from '#server/db/open.ts'
import { leafOf, rootOf, sealHash } from './digest.ts'
import { appendSeal, hasUnsealed, holdChain, type Kept, takeUnsealed } from './queries.ts'

type Pool = Database['db']

/** Rows that a seal covers at most. */
const batchSize = 1_024
/** Seals made at a time at most: of a backlog of millions, the rest waits for the next time. */
const sealsAtOnce = 10

/** Stands in the tree for a row that was taken away before it was sealed; proving the log then names the row. */
const leafOfNone = createHash('sha256').update('').digest()
const leafOfKept = (row: Kept) => (row.there ? leafOf(row) : leafOfNone)

/**
 * Seals what waits for it, up to about ten thousand rows. Each row is sealed once, by whichever instance gets hold of
 * the chain's end; the others find nothing to do.
 * @param stopping leaves off after the seal under way
 * @returns how many rows were sealed
 */
export async function sealWaiting(db: Pool, stopping?: AbortSignal): Promise<number> {
  let sealed = 0
  if (!(await hasUnsealed(db))) return sealed
  for (let seals = 0; seals < sealsAtOnce && !stopping?.aborted; seals++) {
    const rows = await sealBatch(db)
    sealed += rows
    if (rows < batchSize) break
  }
  return sealed
}

const sealBatch = (db: Pool): Promise<number> =>
  db.transaction().execute(async db => {
    const end = await holdChain(db)
    if (!end) return 0
    const rows = await takeUnsealed(db, batchSize)
    if (rows.length === 0) return 0
    const leaves = rows.map(leafOfKept)
    const head = {
      number: end.seals + 1,
      sealed_at: end.now,
      size: rows.length,
      root: rootOf(leaves),
      previous: end.hash,
    }
    await appendSeal(db, { ...head, hash: sealHash(head) }, rows, leaves)
    return rows.length
  })
