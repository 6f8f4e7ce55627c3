import type { Db } from '#server/db/open.ts'
import { lastingPart, personalPart, type SealedLog } from './digest.ts'
import { readSeal, type Seal, type StoredLog, sealedRows, sealsBetween } from './queries.ts'

const hex = (bytes: Buffer) => bytes.toString('hex')

function sealLine({ root, previous, hash, ...seal }: Seal): string {
  return JSON.stringify({ seal: { ...seal, root: hex(root), previous: hex(previous), hash: hex(hash) } })
}

function rowLine(row: StoredLog & { leaf: Buffer }): string {
  const leaf = JSON.stringify(hex(row.leaf))
  if (!row.there) return `{"missing":${JSON.stringify(row.id)},"leaf":${leaf}}`
  return `{"lasting":${lastingPart(row)},${personalFields(row)},"leaf":${leaf}}`
}

const personalFields = (row: SealedLog) =>
  row.erased
    ? `"erased":${JSON.stringify(hex(row.erased))}`
    : `"personal":${personalPart(row)},"salt":${JSON.stringify(row.salt ? hex(row.salt) : '')}`

/**
 * The rows sealed in a time range with their proof, as JSON lines: a header, each seal before its rows, and a trailer
 * that reveals truncation. `lasting` and `personal` are byte for byte what was hashed.
 * `scripts/audit-verify-file.mjs` verifies such a file.
 * @param from start of the sealing time, ISO 8601
 */
export async function* proofFile(db: Db, from: string, to: string): AsyncGenerator<string> {
  const range = await sealsBetween(db, from, to)
  yield `${JSON.stringify({ title: 'Voicedeck activity log', format: 1, from, to })}\n`
  let rows = 0
  let seals = 0
  for (let number = range?.first ?? 1; number <= (range?.last ?? 0); number++) {
    const seal = await readSeal(db, number)
    if (!seal) continue
    const sealed = await sealedRows(db, number)
    yield `${[sealLine(seal), ...sealed.map(rowLine)].join('\n')}\n`
    seals += 1
    rows += sealed.length
  }
  yield `${JSON.stringify({ end: { seals, rows } })}\n`
}
