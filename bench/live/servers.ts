import { fork } from 'node:child_process'
import { setInterval } from 'node:timers'
import { fileURLToPath } from 'node:url'
import { v7 as uuid } from 'uuid'
import { metrics } from '#contract/analytics/metrics.ts'
import { translationSessions } from '#contract/conversations/translation-sessions.ts'
import { apiKeys } from '#contract/identity/api-keys.ts'
import { client, login } from '#tests/fixtures/http.ts'
import { launch, owner } from '../server.ts'
import { ask, hear } from './child.ts'

/** What a server used since it began. */
export interface Used {
  /** Milliseconds of the processor. */
  cpu: number
  /** Bytes. */
  memory: number
}

/** A server whose sockets are sent a message a second, from `send` to `rest`. */
export interface Sender {
  name: string
  port: number
  /** What its sockets sign in with. */
  token: string
  send(): Promise<void>
  rest(): Promise<void>
  used(): Promise<Used>
  kill(): void
}

/** Milliseconds between two reports: each time that the hub looks, there is something new. */
const reportEvery = 500

export interface Instance extends Sender {
  url: string
  /** Resolves when it has ended, however it does. */
  stop(): Promise<void>
}

/** A whole instance, whose figures change as translation sessions are reported to it. */
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
      reporting = setInterval(() => void report().catch(() => {}), reportEvery)
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

/** A bare `ws` server that sends the very bytes which the instance sends, but for the figures. */
export async function startBare({ url, token }: { url: string; token: string }): Promise<Sender> {
  const child = fork(fileURLToPath(new URL('./bare.ts', import.meta.url)))
  const port = await hear<number>(child)
  const payload = JSON.stringify(await client(url, token).call(metrics.live))
  let asked = 'rest'
  const tell = (what: string) => {
    asked = what
    return ask<Used>(child, what)
  }
  return {
    name: 'bare ws',
    port,
    token,
    send: async () => void (await tell(payload)),
    rest: async () => void (await tell('rest')),
    used: () => tell(asked),
    kill: () => void child.kill('SIGKILL'),
  }
}
