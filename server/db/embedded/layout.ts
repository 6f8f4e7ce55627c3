import { createHash } from 'node:crypto'
import { lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeOwner, type Runner } from './runner.ts'

/** Where PostgreSQL's files are within a data folder; all paths are absolute. */
export type Layout = { dataDir: string; cluster: string; socketDir: string; logFile: string }

/** Bytes that fit into `sun_path` before its closing NUL (unix(7)). */
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
 * Makes the socket folder, readable for nobody else: whoever reaches the socket is trusted.
 * @throws when somebody else made a folder of that name before us.
 */
export async function makeSocketDir(socketDir: string, runner: Runner): Promise<void> {
  await mkdir(socketDir, { mode: 0o700, recursive: true })
  const found = await lstat(socketDir)
  const ours = found.uid === process.getuid?.() || found.uid === runner.user?.uid
  if (!found.isDirectory() || !ours || (found.mode & 0o077) !== 0) {
    throw new Error(
      `The folder ${socketDir} for PostgreSQL's socket is not a private folder of this user. Remove it.`,
    )
  }
  await changeOwner(runner, socketDir)
}
