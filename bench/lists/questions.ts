import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { numberOptions, readNumbers } from '../flags.ts'
import { type Case, logCases, numberedCases, numberedLists } from './cases.ts'
import type { Server } from './server.ts'

const sizes = { rows: 20_000, logs: 1_000_000, seconds: 3, clients: 32 }
const deepSizes = { ...sizes, rows: 100_000, logs: 10_000_000 }

/** Flags of the list benchmarks. */
export function readFlags(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...numberOptions(sizes),
      deep: { type: 'boolean', default: false },
      only: { type: 'string' },
      data: { type: 'string' },
    },
  })
  return {
    ...readNumbers(values, values.deep ? deepSizes : sizes),
    only: values.only?.split(','),
    data: values.data && resolve(values.data),
  }
}

/** Demo data flags for these sizes. */
export function countsOf({ rows, logs }: { rows: number; logs: number }): string[] {
  const kinds = ['elderly', 'caregivers', 'family', 'devices'].flatMap(kind => [`--${kind}`, `${rows}`])
  return ['--scale', '0.02', '--households', `${Math.ceil(rows / 4)}`, '--activity-logs', `${logs}`, ...kinds]
}

/** The calls to make, with positions in the middle of each list. */
export async function casesFor(server: Server, pool: pg.Pool): Promise<Case[]> {
  const totals = new Map<string, number>()
  for (const { list, endpoint } of numberedLists) {
    totals.set(list, JSON.parse(await server.ask(endpoint, { _end: 0 })).total)
  }
  const { rows } = await pool.query<{ at: string }>(
    `select "timestamp" as at from activity_logs tablesample system (0.1) order by random() limit 101`,
  )
  const instant = rows.map(({ at }) => at).sort()[Math.floor(rows.length / 2)] as string
  const before = await server.ask(activityLogs.list, { timestamp_lte: instant, _end: 1 })
  return [
    ...numberedCases(list => Math.floor((totals.get(list) ?? 0) / 2)),
    ...logCases(instant, JSON.parse(before).next),
  ]
}
