import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { exportDatabase } from './transfer/index.ts'

type Options = {
  connectionString: string
  dataDir: string
  /** How many of the newest backups stay. */
  keep?: number
  now?: Date
}

const backupName = /^voicedeck-\d{4}-\d{2}-\d{2}T\d{4}Z\.vdx(\.partial)?$/

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
  const whole = ours.filter(name => name.endsWith('.vdx'))
  const interrupted = ours.filter(name => name.endsWith('.partial'))
  const old = whole.slice(0, Math.max(0, whole.length - keep))
  await Promise.all([...old, ...interrupted].map(name => rm(join(folder, name))))
  return file
}
