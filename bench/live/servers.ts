import { fork } from 'node:child_process'
import { setInterval } from 'node:timers'
import { fileURLToPath } from 'node:url'
import { v7 as uuid } from 'uuid'
import { metrics } from '#contract/analytics/metrics.ts'
import { translationSessions } from '#contract/conversations/translation-sessions.ts'
import { apiKeys } from '#contract/identity/api-keys.ts'
import { client, login } from '#tests/fixtures/http.ts'
import { launch, owner } from '../server.ts'
import { receiveFrom, request } from './child.ts'

/** Resources used since the start. */
export interface Used {
  /** CPU milliseconds. */
  cpu: number
  /** Bytes. */
  memory: number
}

/** A server that sends one message per second, from `send` to `rest`. */
export interface Sender {
  name: string
  port: number
  /** Token for its sockets. */
  token: string
  send(): Promise<void>
  rest(): Promise<void>
  used(): Promise<Used>
  kill(): void
}

/** Faster than the hub's poll interval, so that every poll finds a change. */
const reportIntervalMs = 500

export interface Instance extends Sender {
  url: string
  /** Resolves when the process has exited. */
  stop(): Promise<void>
}

/** A complete instance; reported translation sessions change its figures. */
export async function startInstance(folder: string): Promise<Instance> {
  const { url, pid, stop } = await launch(folder)
  const token = await login(url, owner.username, owner.password)
  const { key } = await client(url, token).call(apiKeys.create, {
    body: { name: 'bench', scopes: ['translation-sessions:write'] },
  })
  const report = () =>
    client(url, key).call(translationSessions.report, {
      body: {
        session_key: uuid(),
        source_language: 'en',
        target_language: 'ja',
        mode: 'medical',
        status: 'active',
        started_at: new Date().toISOString(),
      },
    })
  let reporting: NodeJS.Timeout | undefined
  let isKilled = false
  return {
    name: 'one instance',
    url,
    port: Number(new URL(url).port),
    token,
    async send() {
      reporting = setInterval(() => void report().catch(() => {}), reportIntervalMs)
    },
    async rest() {
      clearInterval(reporting)
    },
    async used() {
      const text = await (await fetch(`${url}/metrics`)).text()
      const figureOf = (name: string) =>
        Number(text.match(new RegExp(`^voicedeck_${name} (\\S+)$`, 'm'))?.[1])
      return {
        cpu: 1_000 * figureOf('process_cpu_seconds_total'),
        memory: figureOf('process_resident_memory_bytes'),
      }
    },
    kill() {
      isKilled = true
      process.kill(pid, 'SIGKILL')
    },
    async stop() {
      if (!isKilled) await stop()
    },
  }
}

/** A bare `ws` server that sends the same messages as the instance. */
export async function startBare({ url, token }: { url: string; token: string }): Promise<Sender> {
  const child = fork(fileURLToPath(new URL('./bare.ts', import.meta.url)))
  const port = await receiveFrom<number>(child)
  const payload = JSON.stringify(await client(url, token).call(metrics.live))
  let lastCommand = 'rest'
  const command = (what: string) => {
    lastCommand = what
    return request<Used>(child, what)
  }
  return {
    name: 'bare ws',
    port,
    token,
    send: async () => void (await command(payload)),
    rest: async () => void (await command('rest')),
    used: () => command(lastCommand),
    kill: () => void child.kill('SIGKILL'),
  }
}
