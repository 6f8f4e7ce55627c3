import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type Measured, ms, percentile } from './harness.ts'

/** Heartbeats per second of the flood, and the number of webhooks that hang. */
const floodPerSecond = 1_000
const hangingWebhooks = 200

interface Bench {
  pool: pg.Pool
  /** Reports a device event over HTTP. */
  report(event: object): Promise<void>
  /** The same over connections of its own: a pendant does not queue behind the benchmark's flood. */
  press(event: object): Promise<void>
  seconds: number
}

/** A household with a pendant whose alarms call webhooks. @returns the pendant's serial */
async function household({ pool }: Bench, name: string, urls: readonly string[]): Promise<string> {
  const serial = `ALARM-${name}`
  const steps = JSON.stringify([
    {
      who: 'webhooks',
      channel: 'webhook',
      priority: null,
      role: null,
      wait_seconds: 0,
      times: 1,
      every_seconds: 60,
      on_duty: [],
      exclude_relationships: [],
      exclude_ids: [],
    },
  ])
  await pool.query(
    `with o as (
      insert into organizations (id, name, kind, region) values (gen_random_uuid(), $1, 'household', 'Europe') returning id
    ), p as (
      insert into people (id, role, organization_id, name, username, email)
      select gen_random_uuid(), 'elderly_user', id, $1, $1, $1 || '@bench.example' from o returning id, organization_id
    ), l as (
      insert into ladders (id, organization_id, name, steps) select gen_random_uuid(), id, $1, $3::jsonb from o
    ), n as (
      insert into notification_channels (id, organization_id, kind, url, keys)
      select gen_random_uuid(), o.id, 'webhook', url, '{"secret":"bench"}' from o, unnest($4::text[]) url
    )
    insert into devices (id, organization_id, name, serial, kind, status, person_id)
    select gen_random_uuid(), organization_id, $1, $2, 'pendant', 'online', id from p`,
    [name, serial, steps, urls],
  )
  return serial
}

/** An HTTP endpoint. @param onCall called for each request; the endpoint answers unless it returns false */
async function endpoint(onCall: () => boolean) {
  const server = createServer((request, response) => {
    request.resume()
    if (onCall()) response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

/** Milliseconds after which a call that did not come ends the benchmark. */
const timeoutMs = 60_000

/** Presses the button again and again. @returns milliseconds from each press to its first call. @throws if none comes */
async function pressUntil(end: number, press: () => Promise<void>, nextCall: () => Promise<void>) {
  const samples: number[] = []
  while (performance.now() < end) {
    const start = performance.now()
    const called = nextCall()
    await press()
    const isLate = await Promise.race([called, pause(timeoutMs, true, { ref: false })])
    if (isLate) throw new Error(`No one was called within ${timeoutMs / 1000} s`)
    samples.push(performance.now() - start)
    await pause(50)
  }
  return samples
}

/** Time from a button to its first call: alone, during a flood of heartbeats, and with hanging webhooks. */
export async function measureAlarms(bench: Bench): Promise<Measured[]> {
  let onCall = () => {}
  const responder = await endpoint(() => {
    onCall()
    return true
  })
  const hanging = await endpoint(() => false)
  const serial = await household(bench, 'responding', [responder.url])
  const stuck = await household(
    bench,
    'hanging',
    Array.from({ length: hangingWebhooks }, (_, n) => `${hanging.url}/${n}`),
  )
  const nextCall = () => new Promise<void>(resolve => (onCall = resolve))
  const measure = () =>
    pressUntil(
      performance.now() + bench.seconds * 1000,
      () => bench.press({ device_id: serial, type: 'button' }),
      nextCall,
    )
  const row = (what: string, samples: number[]): Measured => ({
    what,
    'to the first call p50 ms': ms(percentile(samples, 0.5)),
    'to the first call p99 ms': ms(percentile(samples, 0.99)),
    alarms: samples.length,
  })

  const alone = await measure()
  let isFlooding = true
  let sent = 0
  const flood = (async () => {
    const start = performance.now()
    const pending = new Set<Promise<void>>()
    while (isFlooding) {
      for (; sent < ((performance.now() - start) / 1000) * floodPerSecond; sent += 1) {
        const report = bench.report({ device_id: `BENCH-${sent % 1000}`, type: 'heartbeat', battery: 80 })
        pending.add(report)
        void report.finally(() => pending.delete(report))
      }
      await pause(10)
    }
    await Promise.all(pending)
  })()
  const start = performance.now()
  const flooded = await measure()
  const reached = Math.round(sent / ((performance.now() - start) / 1000))
  isFlooding = false
  await flood
  await bench.report({ device_id: stuck, type: 'button' })
  const withHanging = await measure()
  responder.close()
  hanging.close()
  return [
    row('a button alone', alone),
    row(`a button among ${reached} heartbeats per second`, flooded),
    row(`a button with ${hangingWebhooks} hanging webhooks of another customer`, withHanging),
  ]
}
