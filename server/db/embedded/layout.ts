import { createHash } from 'node:crypto'
import { lstat, mkdir, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withClient } from '../open.ts'
import { changeOwner, type Runner } from './runner.ts'

/** Absolute paths of PostgreSQL's files in a data folder. */
export type Layout = { dataDir: string; cluster: string; socketDir: string; logFile: string }

/** Maximum length of `sun_path` in bytes, without the terminating NUL (unix(7)). */
const longestSocketPath = process.platform === 'linux' ? 107 : 103

/** @param dataDir an absolute path without symbolic links */
export function layoutOf(dataDir: string): Layout {
  const inside = join(dataDir, 'socket')
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return {
    dataDir,
    cluster: join(dataDir, 'postgres'),
    socketDir: fits(inside) ? inside : join(tmpdir(), `voicedeck-${hash}`),
    logFile: join(dataDir, 'postgres.log'),
  }
}

const fits = (directory: string) => Buffer.byteLength(join(directory, '.s.PGSQL.5432')) <= longestSocketPath

/**
 * Creates the socket folder with mode 0700, because connections through the socket are trusted.
 * @throws if the folder exists and belongs to another user.
 */
export async function makeSocketDir(socketDir: string, runner: Runner): Promise<void> {
  await mkdir(socketDir, { mode: 0o700, recursive: true })
  const stats = await lstat(socketDir)
  const ours = stats.uid === process.getuid?.() || stats.uid === runner.user?.uid
  if (!stats.isDirectory() || !ours || (stats.mode & 0o077) !== 0) {
    throw new Error(
      `The folder ${socketDir} for PostgreSQL's socket is not a private folder of this user. Remove it.`,
    )
  }
  await changeOwner(runner, socketDir)
}

/** The role that initdb creates and the server uses. */
export const role = 'voicedeck'
const database = 'postgres'
const port = 5432

/**
 * A URL for `pg` and libpq. Port and sslmode are explicit, so that PGPORT and PGSSLMODE in the environment have no
 * effect.
 */
export function connectionStringFor(socketDir: string): string {
  return `postgresql://${role}@/${database}?host=${encodeURIComponent(socketDir)}&port=${port}&sslmode=disable`
}

/**
 * Asks the PostgreSQL behind a connection string for its data directory.
 * @param lingerMs time for which the session must survive first: a fast shutdown in progress would end it
 * @throws an error of `pg` if the server does not respond.
 */
export function askDataDirectory(connectionString: string, lingerMs = 0): Promise<string> {
  return withClient({ connectionString, connectionTimeoutMillis: 5_000 }, async client => {
    if (lingerMs > 0) await client.query('SELECT pg_sleep($1)', [lingerMs / 1_000])
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory')
    return realpath(rows[0]?.data_directory ?? '')
  })
}
