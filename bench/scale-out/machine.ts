import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A process of the installation. */
export interface Part {
  pid: number
  running(): boolean
  /** @returns its exit code once it has ended; null after a signal */
  end(signal: NodeJS.Signals): Promise<number | null>
}

interface StartOptions {
  env?: NodeJS.ProcessEnv
  cwd?: string
}

/** A folder and the processes in it, all gone after {@link Machine.close}. */
export interface Machine {
  folder: string
  /** Starts a process, whose output goes to NAME.log in the folder. */
  start(name: string, command: string, args: readonly string[], options?: StartOptions): Part
  /** Registers a cleanup; the last one runs first. */
  onClose(clean: () => unknown): void
  close(): Promise<void>
}

/** Waits for a condition. @throws after the timeout */
export async function until(
  what: string,
  holds: () => Promise<boolean> | boolean,
  timeoutMs = 90_000,
): Promise<void> {
  for (const end = performance.now() + timeoutMs; performance.now() < end; await pause(100))
    if (await Promise.resolve(holds()).catch(() => false)) return
  throw new Error(`Not within ${timeoutMs / 1_000} s: ${what}`)
}

export async function openMachine(): Promise<Machine> {
  const folder = await mkdtemp(join(tmpdir(), 'voicedeck-scale-out-'))
  // PostgreSQL has a user of its own.
  await chmod(folder, 0o755)
  const cleanups: (() => unknown)[] = []
  const parts = new Set<Part>()
  let closing: Promise<void> | undefined

  async function clean() {
    for (const one of cleanups.reverse()) await Promise.resolve(one()).catch(() => {})
    await Promise.all([...parts].map(part => part.end('SIGKILL')))
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }

  return {
    folder,
    start(name, command, args, { env, cwd } = {}) {
      const child: ChildProcess = spawn(command, args, {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: process.env.PATH, HOME: folder, ...env },
        ...(cwd && { cwd }),
      })
      const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' })
      child.stdout?.pipe(log, { end: false })
      child.stderr?.pipe(log, { end: false })
      const exited = once(child, 'exit').then(([code]) => code as number | null)
      const running = () => child.exitCode === null && child.signalCode === null
      const part: Part = {
        pid: child.pid as number,
        running,
        end(signal) {
          if (running()) child.kill(signal)
          return exited
        },
      }
      parts.add(part)
      void exited.finally(() => parts.delete(part))
      return part
    },
    onClose: one => void cleanups.push(one),
    close: () => (closing ??= clean()),
  }
}
