import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { auth } from '#contract/identity/auth.ts'
import { connectionTimes, processTimes } from './cpu.ts'
import { benchmark, load, type Measured, memoryOf, ms } from './harness.ts'
import { launch, owner } from './server.ts'

const serviceOrganization = '00000000-0000-7000-8000-000000000001'
const clients = 32
/** Records that exist before the measurement. */
const prepared = 200
export default benchmark({
  name: 'records',
  about:
    'reads, creates and updates of single records: rate, CPU of server and database per call, memory (Linux)',
  async run({ flags }) {
    const seconds = Number(flags.find(flag => flag.startsWith('--seconds='))?.split('=')[1] ?? 10)
    const folder = await mkdtemp(join(tmpdir(), 'voicedeck-records-'))
    const server = await launch(folder)
    const agent = new Agent({ keepAlive: true, maxSockets: clients })
    let token = ''
    async function call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const sent = request(`${server.url}${path}`, {
        agent,
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
      })
      sent.once('error', reject)
      sent.once('response', response => {
        text(response).then(reply => {
          if ((response.statusCode ?? 500) < 300) resolve(reply)
          else reject(new Error(`${response.statusCode} ${reply}`))
        }, reject)
      })
      sent.end(body && JSON.stringify(body))
      return JSON.parse(await promise)
    }
    try {
      const atStart = memoryOf(server.pid)
      const { username: email, password } = owner
      token = String((await call('POST', auth.login.path, { email, password })).access_token)
      const ids: string[] = []
      let count = 0
      const someId = () => ids[(count++ * 7_919) % ids.length]
      const operations = {
        read: () => call('GET', `/api/devices/${someId()}`),
        create: async () => {
          const values = { name: 'Pendant', serial: `S-${count++}`, kind: 'pendant' }
          const body = { ...values, organization_id: serviceOrganization }
          ids.push(String((await call('POST', '/api/devices/register', body)).id))
        },
        update: () => call('PUT', `/api/devices/${someId()}`, { name: `Pendant ${count}` }),
      }
      for (let made = 0; made < prepared; made += 1) await operations.create()
      const postmaster = Number.parseInt(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8'), 10)

      const rows: Measured[] = []
      for (const [name, work] of Object.entries(operations)) {
        let calls = 0
        const before = [processTimes(server.pid).cpu, connectionTimes(postmaster)] as const
        const { perSecond } = await load(
          async () => {
            await work()
            calls += 1
          },
          { clients, seconds },
        )
        const after = [processTimes(server.pid).cpu, connectionTimes(postmaster)] as const
        rows.push({
          call: name,
          per_second: Math.round(perSecond),
          server_cpu_ms: ms((after[0] - before[0]) / calls),
          database_cpu_ms: ms((after[1] - before[1]) / calls),
          memory_mb: Math.round(memoryOf(server.pid)),
        })
      }
      return [{ call: 'at start', memory_mb: Math.round(atStart) }, ...rows]
    } finally {
      agent.destroy()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
})
