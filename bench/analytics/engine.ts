import { setTimeout } from 'node:timers/promises'
import { type SystemStatus, system } from '#contract/platform/system.ts'
import { chdb, openClickHouse } from '#tests/fixtures/clickhouse.ts'
import type { Server } from '../lists/server.ts'

/** Milliseconds in which the copy must be complete. */
const limitMs = 600_000

/** A ClickHouse to measure. */
export interface Engine {
  url: string
  close(): Promise<unknown>
}

/** The ClickHouse of the environment, or ClickHouse's engine in a process; null if there is neither. */
export async function openEngine(): Promise<Engine | null> {
  const url = process.env.CLICKHOUSE_URL
  if (url) return { url, close: async () => {} }
  return chdb ? openClickHouse() : null
}

/** Waits until everything is copied. @throws after ten minutes */
export async function waitForCopy(server: Server): Promise<void> {
  for (const end = performance.now() + limitMs; performance.now() < end; await setTimeout(1_000)) {
    const { figures_copy } = JSON.parse(await server.ask(system.status, {})) as SystemStatus
    if (figures_copy?.share === 1 && figures_copy.lag_seconds === 0) return
  }
  throw new Error('The copy in ClickHouse was not complete in time')
}
