import type { Config } from '#server/config.ts'
import { DataFolderInUse, findRunningServer, supervise } from '#server/db/embedded/index.ts'
import { printLine } from './command.ts'

type Place = Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>

/**
 * Runs a callback on this installation's database: DATABASE_URL, else the embedded one, which is started for the duration
 * and locks out servers.
 * @throws {DataFolderInUse} if a server uses the embedded one
 */
export async function withDatabase(
  settings: Place,
  work: (connectionString: string) => Promise<void>,
): Promise<void> {
  if (settings.DATABASE_URL) return work(settings.DATABASE_URL)
  const postgres = await supervise({ dataDir: settings.DATA_DIR, log: printLine })
  try {
    await work(postgres.connectionString)
  } finally {
    await postgres.stop()
  }
}

/** Like {@link withDatabase}, but connects to a running server's embedded database. */
export async function withSharedDatabase(
  settings: Place,
  work: (connectionString: string) => Promise<void>,
): Promise<void> {
  try {
    await withDatabase(settings, work)
  } catch (error) {
    const connectionString =
      error instanceof DataFolderInUse ? await findRunningServer(settings.DATA_DIR) : undefined
    if (!connectionString) throw error
    await work(connectionString)
  }
}
