/** `npm run bench -- events --seconds=20 --devices=10000 --streams=2000` */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import pg from 'pg'
import { deviceEvents } from '#contract/devices/device-events.ts'
import { tokenKey } from '#kit/token.ts'
import { findRunningServer } from '#server/db/embedded/index.ts'
import { login } from '#tests/fixtures/http.ts'
import { chromiumPath } from '../scripts/chromium.mjs'
import { measureAlarms } from './alarm-latency.ts'
import { benchmark, load, type Measured, ms, percentile } from './harness.ts'
import { launch, owner } from './server.ts'

const clients = 256
/** Writers of plain rows, as many as the server has connections. */
const writers = 16
const keyOf = (n: number) => `vdk_bench_${n}`

/** Organizations with an API key each; devices belong to all but the first, which is the service. */
const filling = [
  `insert into organizations (id, name, kind, region)
    select gen_random_uuid(), 'Bench ' || n, 'household', 'Europe' from generate_series(1, $1::int) n`,
  `insert into api_keys (id, organization_id, name, prefix, key_hash, scopes)
    select gen_random_uuid(), id, 'bench', 'vdk_bench', sha256(('vdk_bench_' || n)::bytea), '{devices:read,device-events:write}'
    from (select id, row_number() over (order by kind <> 'service', id) - 1 as n from organizations) o`,
  `insert into devices (id, organization_id, name, serial, kind, status)
    select gen_random_uuid(), o.id, 'Bench ' || n, 'BENCH-' || n, 'pendant', 'online'
    from generate_series(0, $1::int - 1) n join (
      select id, row_number() over (order by id) - 1 as at, count(*) over () as many
      from organizations where name like 'Bench %') o on o.at = n % o.many`,
]

const bare = `insert into device_events (organization_id, id, device_id, type, battery, payload, ts)
  values ($1, $2, $3, 'heartbeat', 80, '{"sent":1}', now())`

/** Reports events over a keep-alive connection. */
function reporter(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const headers = { 'content-type': 'application/json', 'x-api-key': keyOf(0) }
  return async (body: object) => {
    const asked = request(url + deviceEvents.ingest.path, { agent, method: 'POST', headers })
    asked.end(JSON.stringify(body))
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    response.resume()
    await once(response, 'end')
    if (response.statusCode !== 200) throw new Error(`The server answered ${response.statusCode}`)
  }
}

/** Subscribes to the stream of a key's organization. @param arrived called with the latency of each event in ms */
async function follow(url: string, key: string, arrived: (milliseconds: number) => void) {
  const asked = get(`${url}${deviceEvents.stream.path}?token=${key}`)
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`The stream answered ${response.statusCode}`)
  let rest = ''
  response.setEncoding('utf8').on('data', (text: string) => {
    const now = Date.now()
    const all = rest + text
    const end = all.lastIndexOf('\n')
    rest = all.slice(end + 1)
    for (const [, sent] of all.slice(0, end + 1).matchAll(/"sent":(\d+)/g)) arrived(now - Number(sent))
  })
  return () => asked.destroy()
}

/** Runs in the page: collects in `painted` the milliseconds from sending an event to painting its row. */
const observing = `
  globalThis.painted = []
  const sentAt = row => Date.parse(row.querySelector('time')?.dateTime ?? '')
  new MutationObserver(changes => {
    const sent = changes.flatMap(({ addedNodes }) => [...addedNodes].map(sentAt))
    requestAnimationFrame(() => setTimeout(() => {
      painted.push(...sent.filter(Number.isFinite).map(at => Date.now() - at))
    }))
  }).observe(document.querySelector('tbody'), { childList: true })`

/**
 * Opens the device events screen in a browser as an operator. A row counts as painted in the task after its frame; its
 * timestamp is when the event was sent.
 */
async function watch(url: string) {
  const browser = await chromium.launch({ executablePath: chromiumPath() })
  const page = await browser.newPage()
  const token = await login(url, owner.username, owner.password)
  await page.addInitScript(`localStorage.setItem('${tokenKey}', '${token}')`)
  await page.goto(`${url}/devices/events`)
  await page.getByText('Live', { exact: true }).first().waitFor()
  await page.locator('tbody tr').first().waitFor()
  await page.evaluate(observing)
  return {
    /** Milliseconds from sending to painting of each row since the last call. */
    painted: () => page.evaluate<number[]>('painted.splice(0)'),
    close: () => browser.close(),
  }
}

export default benchmark({
  name: 'events',
  about:
    'device events over HTTP, durable, to all stream clients and painted by a browser, compared with bare inserts of the same rows',
  async run({ flags, log }) {
    const { values } = parseArgs({
      args: [...flags],
      options: {
        seconds: { type: 'string', default: '20' },
        devices: { type: 'string', default: '10000' },
        streams: { type: 'string', default: '2000' },
      },
    })
    const [seconds, devices, streams] = [values.seconds, values.devices, values.streams].map(Number) as [
      number,
      number,
      number,
    ]
    const folder = await mkdtemp(join(tmpdir(), 'voicedeck-events-'))
    const { url, stop } = await launch(folder, { ALLOW_PRIVATE_WEBHOOKS: '1' })
    const pool = new pg.Pool({ connectionString: await findRunningServer(folder), max: writers })
    try {
      const [organizations, keys, registered] = filling as [string, string, string]
      await pool.query(organizations, [Math.max(1, streams - 1)])
      await pool.query(keys)
      await pool.query(registered, [devices])
      await pool.query('analyze')
      const { rows } = await pool.query<{ id: string; organization_id: string }>(
        'select id, organization_id from devices',
      )
      const any = () => rows[Math.floor(Math.random() * rows.length)] as (typeof rows)[number]

      const inserted = await load(
        () => {
          const { id, organization_id } = any()
          return pool.query({ name: 'bare', text: bare, values: [organization_id, randomUUID(), id] })
        },
        { clients: writers, seconds },
      )

      const report = reporter(url)
      let n = 0
      const send = () => {
        n += 1
        const now = Date.now()
        const event = { type: 'heartbeat', battery: 80, event_id: `${n}`, ts: now, payload: { sent: now } }
        return report({ ...event, device_id: any().id })
      }
      const alone = await load(send, { clients, seconds })

      log(`opening ${streams} streams`)
      const samples: number[] = []
      const leave: (() => void)[] = []
      for (let stream = 0; stream < streams; stream += 1) {
        leave.push(await follow(url, keyOf(stream), milliseconds => samples.push(milliseconds)))
      }
      const streamed = await load(send, { clients, seconds })
      await pause(2_000)
      const streamArrivals = samples.splice(0)
      const screen = await watch(url)
      const followed = await load(send, { clients, seconds })
      await pause(2_000)
      const crowded = samples.splice(0)
      const crowdedScreen = await screen.painted()
      const paced = async (perSecond: number) => {
        const end = performance.now() + seconds * 1000
        for (let due = performance.now(); due < end; due += 1000 / perSecond) {
          await pause(Math.max(0, due - performance.now()))
          void send()
        }
        await pause(2_000)
      }
      await paced(300)
      const pacedScreen = await screen.painted()
      await screen.close()
      for (const one of leave) one()
      log('pressing buttons')
      const alarms = await measureAlarms({ pool, report, press: reporter(url), seconds })

      const at = (samples: number[], share: number) => (samples.length ? ms(percentile(samples, share)) : '')
      const arrival = (shown: number[], painted: number[]): Omit<Measured, 'what'> => ({
        'to a stream p50 ms': at(shown, 0.5),
        'to a stream p99 ms': at(shown, 0.99),
        'painted p50 ms': at(painted, 0.5),
        'painted p99 ms': at(painted, 0.99),
        'rows painted': painted.length || '',
      })
      const row = (
        what: string,
        { samples, perSecond }: typeof inserted,
        shown: number[] = [],
        painted: number[] = [],
      ): Measured => ({
        what,
        'events/s': Math.round(perSecond),
        '× bare': Number((perSecond / inserted.perSecond).toFixed(2)),
        'p50 ms': ms(percentile(samples, 0.5)),
        'p99 ms': ms(percentile(samples, 0.99)),
        ...arrival(shown, painted),
      })
      return [
        row(`bare inserts, ${writers} writers`, inserted),
        row(`over HTTP, ${clients} clients`, alone),
        row(`the same, ${streams} streams`, streamed, streamArrivals),
        row(`the same, ${streams} streams and a browser`, followed, crowded, crowdedScreen),
        { what: `300 per second, ${streams} streams and a browser`, ...arrival(samples, pacedScreen) },
        ...alarms,
      ]
    } finally {
      await pool.end()
      await stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
})
