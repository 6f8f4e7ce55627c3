import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { login } from '#tests/fixtures/http.ts'
import { launch, owner } from '../server.ts'

/** A running server with a super admin session. */
export interface Server {
  url: string
  /** Headers of every call. */
  headers: Record<string, string>
  /** GET over a keep-alive connection; returns the raw body. @throws if refused */
  ask(endpoint: Endpoint, query: Record<string, unknown>): Promise<string>
  pid: number
  stop(): Promise<void>
}

async function run(script: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit', env })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
}

/** Flags of `scripts/demo.ts` for a number of devices, with people and traffic in proportion, and activity logs. */
export const demoCounts = ({ rows, logs }: { rows: number; logs: number }): string[] =>
  ['--scale', rows / 1_000_000, '--devices', rows, '--activity-logs', logs].map(String)

/** Fills a folder's database unless it is already filled. */
export async function fill(folder: string, counts: readonly string[]): Promise<void> {
  const filled = join(folder, 'filled')
  if (
    await access(filled).then(
      () => true,
      () => false,
    )
  )
    return
  await run('scripts/demo.ts', counts, { ...process.env, DATA_DIR: folder })
  await writeFile(filled, '')
}

/**
 * Fills a folder if necessary and starts the server on it.
 * @param counts flags of `scripts/demo.ts`
 * @param services configuration of external services
 * @param flags further flags of Node
 */
export async function startServer(
  folder: string,
  counts: readonly string[],
  clients: number,
  services: NodeJS.ProcessEnv = {},
  flags: readonly string[] = [],
): Promise<Server> {
  await fill(folder, counts)
  const { url, pid, stop } = await launch(folder, services, flags)
  const headers = { authorization: `Bearer ${await login(url, owner.username, owner.password)}` }
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  return {
    url,
    headers,
    pid,
    ask: ({ path }, query) =>
      new Promise((resolve, reject) => {
        const search = new URLSearchParams(query as Record<string, string>)
        request(`${url}${path}?${search}`, { agent, headers }, response => {
          let body = ''
          response.setEncoding('utf8')
          response.on('data', chunk => (body += chunk))
          response.on('end', () => (response.statusCode === 200 ? resolve(body) : reject(new Error(body))))
          response.on('error', reject)
        })
          .on('error', reject)
          .end()
      }),
    async stop() {
      agent.destroy()
      await stop()
    },
  }
}
