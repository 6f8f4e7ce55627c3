import { createHash } from 'node:crypto'
import type { Database } from '#server/db/open.ts'
import { leafOf, merkleRoot, sealHash } from './digest.ts'
import { appendSeal, hasUnsealed, lockChain, type StoredLog, takeUnsealed } from './queries.ts'

type Pool = Database['db']

/** Maximum number of rows per seal. */
const batchSize = 1_024
/** Maximum number of seals per run; the rest of a large backlog waits for the next run. */
const sealsAtOnce = 10

/** Leaf of a row that was deleted before it was sealed; verification then reports the row. */
const missingLeaf = createHash('sha256').update('').digest()
const leafOfKept = (row: StoredLog) => (row.there ? leafOf(row) : missingLeaf)

/**
 * Seals up to about ten thousand queued rows. Only the instance that holds the chain lock seals; others return.
 * @param stopping stops after the current seal
 * @returns the number of sealed rows
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
    const end = await lockChain(db)
    if (!end) return 0
    const rows = await takeUnsealed(db, batchSize)
    if (rows.length === 0) return 0
    const leaves = rows.map(leafOfKept)
    const head = {
      number: end.seals + 1,
      sealed_at: end.now,
      size: rows.length,
      root: merkleRoot(leaves),
      previous: end.hash,
    }
    await appendSeal(db, { ...head, hash: sealHash(head) }, rows, leaves)
    return rows.length
  })
