import { createHash } from 'node:crypto'

/** An activity log entry as it is sealed: values in PostgreSQL's text format, instants as ISO 8601 with Z. */
export interface SealedLog {
  organization_id: string
  id: string
  timestamp: string
  action: string
  resource_type: string
  resource_id: string | null
  actor_id: string | null
  user_id: number | null
  user_role: string | null
  source: string
  request_id: string | null
  user_email: string | null
  ip: string | null
  details: string
  salt: Buffer | null
  /** Digest of the personal part, once that is erased. */
  erased: Buffer | null
}

export interface SealHead {
  number: number
  sealed_at: string
  size: number
  root: Buffer
  previous: Buffer
}

type Piece = string | Buffer
const sha256 = (...pieces: Piece[]) => {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest()
}

/** The permanent part: action, resource, time, and the actor by number. */
export const lastingPart = (log: SealedLog) =>
  JSON.stringify([
    log.organization_id,
    log.id,
    log.timestamp,
    log.action,
    log.resource_type,
    log.resource_id,
    log.actor_id,
    log.user_id,
    log.user_role,
    log.source,
    log.request_id,
  ])

/** The part that is erased together with a person. */
export const personalPart = (log: SealedLog) => JSON.stringify([log.user_email, log.ip, log.details])

const personalPartErased = JSON.stringify([null, null, '{}'])

/** Salted, so that erased text cannot be recovered by guessing. */
export const personalDigest = (log: SealedLog) => log.erased ?? sha256(log.salt ?? '', personalPart(log))

/** The Merkle leaf of a row: two digests, of which the second outlives the text. */
export const leafOf = (log: SealedLog) => sha256(Buffer.of(0), sha256(lastingPart(log)), personalDigest(log))

/** Whether a row matches its leaf. An erased row must have no personal data left. */
export const matchesLeaf = (log: SealedLog, leaf: Buffer) =>
  leaf.equals(leafOf(log)) && (log.erased === null || personalPart(log) === personalPartErased)

/** The Merkle tree hash of one or more leaves (RFC 6962, section 2.1). */
export function merkleRoot(leaves: readonly Buffer[]): Buffer {
  let level = leaves
  while (level.length > 1) {
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, pair) => {
      const [left, right] = [level[2 * pair] as Buffer, level[2 * pair + 1]]
      return right ? sha256(Buffer.of(1), left, right) : left
    })
  }
  return level[0] as Buffer
}

/** The hash of a seal, which the next seal refers to. */
export const sealHash = ({ number, sealed_at, size, root, previous }: SealHead) =>
  sha256(
    Buffer.of(2),
    JSON.stringify([number, sealed_at, size, root.toString('hex'), previous.toString('hex')]),
  )
