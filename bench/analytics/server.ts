import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { type Server, startServer } from '../lists/server.ts'

/** Starts a server on a folder filled with `size` rows of each growing table, rolled up. */
export function startFilled(
  folder: string,
  size: number,
  log: (line: string) => void,
  settings: NodeJS.ProcessEnv = {},
): Promise<Server> {
  log(`filling ${size} rows of each kind; the folder is ${folder}`)
  const kinds = ['activity-logs', 'device-events', 'translation-sessions', 'messages', 'page-visits']
  const counts = kinds.flatMap(kind => [`--${kind}`, String(size)])
  return startServer(folder, ['--scale', '0.5', ...counts], 1, settings)
}

/** Waits until everything is rolled up, but for the running hours, and all activity logs are sealed. */
export async function waitForRollups(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(`select
      exists (select from rollup_invalidations where hour < now() - interval '2 hours')
      or exists (select from unsealed_activity_logs offset 1000) as busy`)
    if (!rows[0].busy) return
    await setTimeout(1_000)
  }
}
