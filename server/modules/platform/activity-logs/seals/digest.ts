import { createHash } from 'node:crypto'

/** An activity log as a seal proves it: every value as PostgreSQL writes it, instants as ISO 8601 with Z. */
export interface ProvedLog {
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
  /** Set once the personal part was erased: its digest. */
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

/** What stays for good: what was done to what and when, and by whom as a number. */
export const lastingPart = (log: ProvedLog) =>
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

/** What is erased with a person. */
export const personalPart = (log: ProvedLog) => JSON.stringify([log.user_email, log.ip, log.details])

const personalPartErased = JSON.stringify([null, null, '{}'])

/** Salted, so that nobody can find an erased text by trying likely ones. */
export const personalDigest = (log: ProvedLog) => log.erased ?? sha256(log.salt ?? '', personalPart(log))

/** A row's leaf in the tree of its batch: two digests, of which the second survives the text that it is of. */
export const leafOf = (log: ProvedLog) => sha256(Buffer.of(0), sha256(lastingPart(log)), personalDigest(log))

/** Whether a row is as its leaf says. An erased one must say nothing of what its digest stands for. */
export const isAsSealed = (log: ProvedLog, leaf: Buffer) =>
  leaf.equals(leafOf(log)) && (log.erased === null || personalPart(log) === personalPartErased)

/** The Merkle tree hash of the leaves, of which there is at least one: RFC 6962, section 2.1. */
export function rootOf(leaves: readonly Buffer[]): Buffer {
  let level = leaves
  while (level.length > 1) {
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, pair) => {
      const [left, right] = [level[2 * pair] as Buffer, level[2 * pair + 1]]
      return right ? sha256(Buffer.of(1), left, right) : left
    })
  }
  return level[0] as Buffer
}

/** The hash by which the next seal names this one. */
export const sealHash = ({ number, sealed_at, size, root, previous }: SealHead) =>
  sha256(
    Buffer.of(2),
    JSON.stringify([number, sealed_at, size, root.toString('hex'), previous.toString('hex')]),
  )
