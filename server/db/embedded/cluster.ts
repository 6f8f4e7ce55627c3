import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { role } from './layout.ts'
import { changeOwner, type Runner, run } from './runner.ts'

type Making = { cluster: string; binaries: Binaries; runner: Runner; log: (message: string) => void }

/**
 * Creates the database cluster if it does not exist. It is moved into place when complete, so that an interrupted initdb
 * leaves no partial cluster.
 * @throws if the cluster was created by another major version of PostgreSQL.
 */
export async function ensureCluster({ cluster, binaries, runner, log }: Making): Promise<void> {
  const clusterVersion = await versionOf(cluster)
  if (clusterVersion !== undefined) {
    const ours = majorOf(await run(runner, binaries.postgres, ['--version']))
    if (clusterVersion !== ours) throw new Error(mismatch(cluster, clusterVersion, ours))
    await changeOwner(runner, cluster)
    return
  }
  log('Creating the database (a few seconds, once)')
  const unfinished = `${cluster}.init`
  await rm(unfinished, { recursive: true, force: true, maxRetries: 5 })
  await mkdir(unfinished, { mode: 0o700 })
  await changeOwner(runner, unfinished)
  // --no-locale, because not every C library supports C.UTF-8; the built-in provider always does.
  const locale = ['--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8']
  const access = [`--username=${role}`, '--auth=trust', '--data-checksums']
  await run(runner, binaries.initdb, ['-D', unfinished, ...locale, ...access])
  await rename(unfinished, cluster)
  await syncDirectory(dirname(cluster))
}

async function versionOf(cluster: string): Promise<string | undefined> {
  const text = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  return text?.trim()
}

const majorOf = (banner: string) => /\(PostgreSQL\) (\d+)/.exec(banner)?.[1] ?? banner.trim()

const mismatch = (cluster: string, clusterVersion: string, ours: string) =>
  `The database in ${cluster} was made by PostgreSQL ${clusterVersion}, and this version brings PostgreSQL ${ours}. ` +
  'With the version of Voicedeck that made it, run `npm run db:export -- <file>`. Then move the folder away and, ' +
  'with this version, run `npm run db:import -- <file>`.'

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory)
  await handle.sync()
  await handle.close()
}
