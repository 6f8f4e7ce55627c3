import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Super admin of the measured servers. */
export const owner = { username: 'bench', password: 'correct horse battery staple' }

/** Flags of Node as in `npm start`. */
export const memoryFlags = ['--max-semi-space-size=16', '--heap-growing-percent=20'] as const

/** Variables that save memory, as in `npm start`. */
export const memoryVariables = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  NODE_COMPILE_CACHE: 'node_modules/.cache/voicedeck/compiled',
} as const

/** A server in a child process. */
export interface Launched {
  url: string
  pid: number
  /** Resolves when the process has exited. */
  stop(): Promise<void>
}

/**
 * Starts the server on a data folder and a free port, by default without demo data and rate limits. Resolves once it is
 * ready. @throws if it exits before
 * @param flags further flags of Node
 */
export async function launch(
  folder: string,
  environment: NodeJS.ProcessEnv = {},
  flags: readonly string[] = [],
): Promise<Launched> {
  const child = spawn(process.execPath, [...memoryFlags, ...flags, 'server/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...memoryVariables,
      DATA_DIR: folder,
      PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '0',
      ADMIN_USERNAME: owner.username,
      ADMIN_PASSWORD: owner.password,
      ...environment,
    },
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const url = line.match(/^ready (\S+)$/)?.[1]
    if (!url) continue
    const stop = async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    return { url, pid: child.pid as number, stop }
  }
  throw new Error('The server did not start')
}
