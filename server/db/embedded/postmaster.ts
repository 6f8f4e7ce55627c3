import { once } from 'node:events'
import { type FileHandle, open, rename, stat } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { askDataDirectory, connectionStringFor, type Layout } from './layout.ts'
import { readPostmasterPid } from './postmaster-pid.ts'
import { isPostmaster } from './process-table.ts'
import { launch, type Runner } from './runner.ts'
import { postgresArguments } from './settings.ts'

/** A running PostgreSQL; not necessarily a child process. */
export type Postmaster = {
  pid: number
  /** Resolves when it has exited, with a description. */
  ended: Promise<string>
  /** Fast shutdown, after 7 seconds immediate shutdown; throws after 13 seconds. */
  stop(): Promise<void>
}

/** PostgreSQL exited before it accepted connections. */
export class StartFailed extends Error {
  override readonly name = 'StartFailed'
  /** Whether a retry may help: processes of an earlier PostgreSQL on the same files are still exiting. */
  readonly passing: boolean

  constructor(how: string, logged: string) {
    super(`PostgreSQL did not start (${how}):\n${logged.trim()}`)
    this.passing = /pre-existing shared memory block|lock file ".*" already exists/.test(logged)
  }
}

const largestLog = 10 * 1024 * 1024

/** Starts PostgreSQL on an existing cluster and resolves once it accepts queries, after any crash recovery. */
export async function startPostmaster(
  layout: Layout,
  binaries: Binaries,
  runner: Runner,
): Promise<Postmaster> {
  const { handle, from } = await openLog(layout.logFile)
  try {
    const args = postgresArguments(layout.cluster, layout.socketDir)
    const child = launch(runner, binaries.postgres, args, ['ignore', handle.fd, handle.fd])
    const ended = once(child, 'exit').then(
      ([code, signal]) => (signal ? `killed by ${signal}` : `exit code ${code}`),
      (error: Error) => error.message,
    )
    const { pid } = child
    const waiting = new AbortController()
    const how =
      pid === undefined
        ? await ended
        : await Promise.race([ended, respondsToQueries(layout, pid, waiting.signal)])
    waiting.abort()
    if (pid === undefined || how !== 'answers') throw new StartFailed(how, await readLog(handle, from))
    return { pid, ended, stop: () => end(signal => child.kill(signal), ended) }
  } finally {
    await handle.close()
  }
}

/** Adopts a PostgreSQL that outlived the process that started it. */
export function adoptPostmaster(pid: number, cluster: string): Postmaster {
  const ended = (async () => {
    while (isPostmaster(pid, cluster)) await delay(250)
    return 'it was no child of this process, so the reason is unknown'
  })()
  const signal = (name: NodeJS.Signals) => isPostmaster(pid, cluster) && process.kill(pid, name)
  return { pid, ended, stop: () => end(signal, ended) }
}

async function respondsToQueries(
  { cluster, socketDir }: Layout,
  pid: number,
  waiting: AbortSignal,
): Promise<'answers'> {
  while (!waiting.aborted) {
    const file = readPostmasterPid(cluster)
    if (file?.pid === pid && file.status === 'ready') {
      const directory = await askDataDirectory(connectionStringFor(socketDir)).catch(() => undefined)
      if (directory === cluster) break
    }
    await delay(10)
  }
  return 'answers'
}

async function end(signal: (name: NodeJS.Signals) => void, ended: Promise<string>): Promise<void> {
  for (const [name, timeoutMs] of [
    ['SIGINT', 7_000],
    // After 5 seconds PostgreSQL kills remaining children; the next start recovers without data loss.
    ['SIGQUIT', 6_000],
  ] as const) {
    signal(name)
    const over = await Promise.race([ended.then(() => true), delay(timeoutMs, false, { ref: false })])
    if (over) return
  }
  throw new Error('PostgreSQL does not stop.')
}

/** Opens the log, moving it aside first when it has grown large. */
async function openLog(file: string): Promise<{ handle: FileHandle; from: number }> {
  const size = await stat(file).then(
    stats => stats.size,
    () => 0,
  )
  if (size > largestLog) await rename(file, `${file}.old`)
  return { handle: await open(file, 'a+', 0o600), from: size > largestLog ? 0 : size }
}

async function readLog(handle: FileHandle, from: number): Promise<string> {
  const buffer = Buffer.alloc(16 * 1024)
  const position = Math.max(from, (await handle.stat()).size - buffer.length)
  const { bytesRead } = await handle.read({ buffer, position })
  return buffer.toString('utf8', 0, bytesRead)
}
