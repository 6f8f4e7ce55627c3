import { realpath } from 'node:fs/promises'
import { layoutOf } from './layout.ts'
import { findRunning } from './predecessor.ts'

/** The connection string of the PostgreSQL that is running on a data folder; undefined when none is. */
export async function findRunningServer(dataDir: string): Promise<string | undefined> {
  const found = await findRunning(layoutOf(await realpath(dataDir)).cluster)
  return found?.connectionString
}
