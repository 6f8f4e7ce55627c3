import { setTimeout } from 'node:timers/promises'
import { createClient } from '@clickhouse/client'
import { type SystemStatus, system } from '#contract/platform/system.ts'
import { chdb, openClickHouse } from '#tests/fixtures/clickhouse.ts'
import type { Server } from '../lists/server.ts'

/** Milliseconds in which the copy must be complete. */
const limitMs = 3_600_000

/** A ClickHouse to measure. */
export interface Engine {
  url: string
  close(): Promise<unknown>
}

/** A database for a size in the ClickHouse of the environment, or ClickHouse's engine in a process; null without either. */
export async function openEngine(size: number): Promise<Engine | null> {
  const given = process.env.CLICKHOUSE_URL
  if (!given) return chdb ? openClickHouse() : null
  const url = new URL(given)
  const client = createClient({ url })
  url.pathname = `voicedeck_bench_${size}`
  await client.command({ query: `create database if not exists ${url.pathname.slice(1)}` })
  return { url: url.href, close: () => client.close() }
}

/** Waits until everything is copied. @returns the number of copied rows @throws after an hour */
export async function waitForCopy(server: Server): Promise<number> {
  for (const end = performance.now() + limitMs; performance.now() < end; await setTimeout(1_000)) {
    const { figures_copy } = JSON.parse(await server.ask(system.status, {})) as SystemStatus
    if (figures_copy?.share === 1 && figures_copy.lag_seconds === 0) {
      const metrics = await (await fetch(`${server.url}/metrics`)).text()
      return Number(metrics.match(/^voicedeck_clickhouse_rows_total (\d+)/m)?.[1])
    }
  }
  throw new Error('The copy in ClickHouse was not complete in time')
}
