import type { FastifyBaseLogger } from 'fastify'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../db/open.ts'

/** A refused call. */
export interface Violation {
  endpoint: string
  ip_address: string
  user_id: number | null
  limit: number
}

/** Milliseconds between two writes, and the maximum number of violations per write. */
const flushIntervalMs = 1_000
const maxBatchSize = 500

/**
 * Records violations in one batch per second. At most 500 per batch are stored and the rest is only counted in the
 * log, so that a flood of calls does not flood the database.
 */
export function createViolationRecorder(db: Db, log: FastifyBaseLogger) {
  let pending: (Violation & { id: string; timestamp: string })[] = []
  let dropped = 0
  let timer: NodeJS.Timeout | undefined

  async function flush() {
    clearTimeout(timer)
    timer = undefined
    const [rows, left] = [pending, dropped]
    pending = []
    dropped = 0
    if (left > 0) log.warn({ missed: left }, 'more rate-limit violations than are recorded')
    if (rows.length === 0) return
    await db
      .insertInto('rate_limit_violations')
      .values(rows)
      .execute()
      .catch((error: unknown) => log.error({ err: error }, 'rate-limit violations were not recorded'))
  }

  return {
    add(violation: Violation) {
      if (pending.length >= maxBatchSize) dropped += 1
      else pending.push({ id: uuid(), timestamp: new Date().toISOString(), ...violation })
      timer ??= setTimeout(flush, flushIntervalMs).unref()
    },
    flush,
  }
}
