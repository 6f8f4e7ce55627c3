import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { exportDatabase } from './transfer/index.ts'

type Options = {
  connectionString: string
  dataDir: string
  /** Number of backups to keep. */
  keep?: number
  now?: Date
}

const backupName = /^voicedeck-\d{4}-\d{2}-\d{2}T\d{4}Z\.vdx(\.partial)?$/

const isWhole = (name: string) => name.endsWith('.vdx')

/**
 * Exports the database to `<dataDir>/backups/voicedeck-YYYY-MM-DDTHHMMZ.vdx` and deletes the oldest backups beyond
 * `keep`, once the new one is complete. Other files in that folder are left alone.
 * @returns the new backup's path
 */
export async function backup({
  connectionString,
  dataDir,
  keep = 14,
  now = new Date(),
}: Options): Promise<string> {
  const folder = join(dataDir, 'backups')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const minute = now.toISOString().slice(0, 16).replace(':', '')
  const file = join(folder, `voicedeck-${minute}Z.vdx`)
  await exportDatabase({ connectionString, file })

  const ours = (await readdir(folder)).filter(name => backupName.test(name)).sort()
  const whole = ours.filter(isWhole)
  const interrupted = ours.filter(name => name.endsWith('.partial'))
  const old = whole.slice(0, Math.max(0, whole.length - keep))
  await Promise.all([...old, ...interrupted].map(name => rm(join(folder, name))))
  return file
}

/** The newest backup in a data folder and the number of backups; null without any. */
export async function newestBackup(
  dataDir: string,
): Promise<{ made_at: string; size_bytes: number; kept: number } | null> {
  const folder = join(dataDir, 'backups')
  const names = await readdir(folder).catch(() => [])
  const whole = names.filter(name => backupName.test(name) && isWhole(name)).sort()
  const newest = whole.at(-1)
  if (!newest) return null
  const { mtime, size } = await stat(join(folder, newest))
  return { made_at: mtime.toISOString(), size_bytes: size, kept: whole.length }
}
