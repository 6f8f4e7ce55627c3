import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Services } from '../services.ts'
import { openRedis } from './redis.ts'

/** Probe timeout in milliseconds. */
const defaultTimeoutMs = 1_000
/** Mail servers let strangers wait; and they are asked this seldom. */
const [mailTimeoutMs, mailIntervalMs] = [3_000, 5_000]

export interface ProbeResult {
  healthy: boolean
  /** Milliseconds. */
  took: number
}

/** Health probes of the parts of the system. */
export interface Probes {
  api(): ProbeResult
  database(): Promise<ProbeResult>
  /** Null if Redis is not configured. */
  redis(): Promise<ProbeResult | null>
  /** Null if ClickHouse is not configured. */
  clickhouse(): Promise<ProbeResult | null>
  /** Null if no mail server is configured. */
  mail(): Promise<ProbeResult | null>
  close(): void
}

/** @returns whether the probe succeeded in time, and how long it took */
async function ask(work: () => Promise<unknown>, timeoutMs = defaultTimeoutMs): Promise<ProbeResult> {
  const begun = performance.now()
  const late = new AbortController()
  const healthy = await Promise.race([
    work().then(
      () => true,
      () => false,
    ),
    setTimeout(timeoutMs, false, { signal: late.signal }).catch(() => false),
  ])
  late.abort()
  return { healthy, took: Math.round((performance.now() - begun) * 100) / 100 }
}

export function openProbes({ config, database, copy, mail, log }: Services): Probes {
  // The API is healthy while calls do not wait for the process: the event loop delay since the previous probe.
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const redis = config.REDIS_URL
    ? openRedis(config.REDIS_URL, { maxRetriesPerRequest: 0, enableOfflineQueue: false })
    : null
  redis?.on('error', error => log.debug({ err: error }, 'the probe of Redis'))
  let asked: { at: number; result: Promise<ProbeResult> } | undefined
  function askMail(check: () => Promise<unknown>): Promise<ProbeResult> {
    if (asked && performance.now() - asked.at < mailIntervalMs) return asked.result
    asked = { at: performance.now(), result: ask(check, mailTimeoutMs) }
    return asked.result
  }
  return {
    api() {
      const took = Number.isFinite(delay.mean) ? Math.round(delay.mean / 10_000) / 100 : 0
      delay.reset()
      return { healthy: took < defaultTimeoutMs, took }
    },
    database: () => ask(() => sql`select 1`.execute(database.db)),
    redis: async () => redis && ask(() => redis.ping()),
    clickhouse: async () => (copy ? ask(() => copy.ping()) : null),
    mail: async () => (mail.check ? askMail(mail.check) : null),
    close() {
      delay.disable()
      redis?.disconnect()
    },
  }
}
