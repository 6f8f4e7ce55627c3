import { realpath } from 'node:fs/promises'
import { layoutOf } from './layout.ts'
import { settlePredecessor } from './predecessor.ts'

/** The connection string of the PostgreSQL that is running on a data folder; undefined when none is. */
export async function running(dataDir: string): Promise<string | undefined> {
  const { cluster } = layoutOf(await realpath(dataDir))
  return (await settlePredecessor(cluster))?.connectionString
}
