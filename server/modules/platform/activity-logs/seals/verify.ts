import type { Fault, Verification } from '#contract/platform/activity-logs.ts'
import type { Db } from '#server/db/open.ts'
import { matchesLeaf, merkleRoot, sealHash } from './digest.ts'
import {
  beginning,
  countRows,
  findForged,
  type LogKey,
  readChain,
  readSeal,
  type Seal,
  sealedRows,
} from './queries.ts'

/** Seals verified in one step: about one second of work. */
const sealsAtOnce = 40

const logKeyOf = ({ id, timestamp, organization_id }: LogKey) => ({ id, timestamp, organization_id })

/**
 * Verifies the part of the log after seal `after`; memory use does not depend on the size of the log. The last step also
 * looks for rows that no seal covers.
 */
export async function verifyStep(db: Db, after: number): Promise<Verification> {
  const end = await readChain(db)
  const step = { seal: after, seals: end.seals, rows: 0, erased: 0, waiting: 0, done: false }
  const broken = (fault: Fault): Verification => ({ ...step, anchor: null, done: true, fault })
  let previous = after === 0 ? beginning.hash : (await readSeal(db, after))?.hash
  if (!previous) return broken({ kind: 'seal_missing', seal: after, row: null })

  for (const until = Math.min(after + sealsAtOnce, end.seals); step.seal < until; step.seal++) {
    const number = step.seal + 1
    const seal = await readSeal(db, number)
    if (!seal) {
      const kind = end.last > number ? 'seal_missing' : 'chain_cut'
      return broken({ kind, seal: number, row: null })
    }
    const proved = await verifySeal(db, seal, previous)
    if ('kind' in proved) return broken(proved)
    step.rows += seal.size
    step.erased += proved.erased
    previous = seal.hash
  }

  const anchor = `${step.seal}:${previous.toString('hex')}`
  if (step.seal < end.seals) return { ...step, anchor, fault: null }
  if (end.last > end.seals || !previous.equals(end.hash))
    return broken({ kind: 'seal_changed', seal: end.last, row: null })
  const { rows, sealed, waiting } = await countRows(db)
  const forged = rows === sealed + waiting ? undefined : await findForged(db)
  if (forged) return broken({ kind: 'row_forged', seal: null, row: logKeyOf(forged) })
  return { ...step, waiting, anchor, done: true, fault: null }
}

/** Whether a verified chain still contains the seal of an earlier anchor. */
export async function isAnchored(db: Db, anchor: string): Promise<boolean> {
  const [number, hash] = anchor.split(':')
  return (await readSeal(db, Number(number)))?.hash.toString('hex') === hash
}

/** Verifies a seal against the previous hash and its rows; returns the first fault. */
async function verifySeal(db: Db, seal: Seal, previous: Buffer): Promise<Fault | { erased: number }> {
  const rows = await sealedRows(db, seal.number)
  const leaves = rows.map(({ leaf }) => leaf)
  const isWhole =
    seal.previous.equals(previous) &&
    seal.hash.equals(sealHash(seal)) &&
    seal.size === leaves.length &&
    leaves.length > 0 &&
    seal.root.equals(merkleRoot(leaves))
  if (!isWhole) return { kind: 'seal_changed', seal: seal.number, row: null }
  for (const row of rows) {
    const fault = (kind: Fault['kind']): Fault => ({ kind, seal: seal.number, row: logKeyOf(row) })
    if (!row.there) return fault('row_missing')
    if (!matchesLeaf(row, row.leaf)) return fault('row_changed')
  }
  return { erased: rows.filter(row => row.there && row.erased).length }
}
