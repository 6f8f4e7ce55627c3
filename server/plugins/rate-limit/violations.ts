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

/** Milliseconds between two writes, and violations that one writes at most. */
const every = 1_000
const mostAtOnce = 500

/**
 * Records refused calls in batches, a second's in one statement. However many are refused, 500 a second are written
 * and the rest is counted in the log: an attack must not become one on the database.
 */
export function openViolations(db: Db, log: FastifyBaseLogger) {
  let waiting: (Violation & { id: string; timestamp: string })[] = []
  let missed = 0
  let timer: NodeJS.Timeout | undefined

  async function flush() {
    clearTimeout(timer)
    timer = undefined
    const [rows, left] = [waiting, missed]
    waiting = []
    missed = 0
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
      if (waiting.length >= mostAtOnce) missed += 1
      else waiting.push({ id: uuid(), timestamp: new Date().toISOString(), ...violation })
      timer ??= setTimeout(flush, every).unref()
    },
    flush,
  }
}
