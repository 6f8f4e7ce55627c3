import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { alerts } from '#contract/alerts/alerts.ts'
import { operationalMetrics } from '#contract/analytics/operational-metrics.ts'
import { deviceEvents } from '#contract/devices/device-events.ts'
import { devices } from '#contract/devices/devices.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { createClient } from '../../scripts/simulate/client.ts'
import { simulate } from '../../scripts/simulate/traffic.ts'
import type { Cluster } from './cluster.ts'
import { type Machine, until } from './machine.ts'

const service = '00000000-0000-7000-8000-000000000001'
const people = 8
/** Milliseconds after which a client gives up a call. */
const timeoutMs = 10_000
/** Actions of simulated traffic per minute. */
const simulatedPerMinute = 90

export interface Call {
  kind: 'write' | 'read' | 'alarm'
  begun: number
  ended: number
  /** 0 without an answer. */
  status: number
}

export interface Load {
  calls: Call[]
  /** When each write and alarm was acknowledged, by serial number and by event id. */
  writes: Map<string, number>
  alarms: Map<string, number>
  /** Acknowledged devices that the database does not hold. */
  findLostWrites(): Promise<string[]>
  /** Acknowledged alarms without a call, after waiting for the last of them, and those with repeated calls. */
  findAlarms(): Promise<{ lost: string[]; repeated: string[] }>
  stop(): Promise<void>
}

/** Elderly people with a pendant each, whose alarms call a webhook that answers and one whose name does not resolve. */
async function createHousehold({ query }: Cluster, responder: string): Promise<void> {
  const step = { who: 'webhooks', channel: 'webhook', priority: null, role: null, wait_seconds: 0, times: 1 }
  const rest = { every_seconds: 60, on_duty: [], exclude_relationships: [], exclude_ids: [] }
  await query(
    `with o as (
      insert into organizations (id, name, kind, region) values (gen_random_uuid(), 'Scale-out', 'household', 'Europe')
      returning id
    ), p as (
      insert into people (id, role, organization_id, name, username, email)
      select gen_random_uuid(), 'elderly_user', id, 'Person ' || n, 'person-' || n, 'person-' || n || '@bench.example'
      from o, generate_series(1, $1::int) n returning id, organization_id, username
    ), l as (
      insert into ladders (id, organization_id, name, steps) select gen_random_uuid(), id, 'Webhooks', $2::jsonb from o
    ), c as (
      insert into notification_channels (id, organization_id, kind, url, keys)
      select gen_random_uuid(), o.id, 'webhook', url, '{"secret":"bench"}' from o, unnest($3::text[]) url
    )
    insert into devices (id, organization_id, name, serial, kind, status, person_id)
    select gen_random_uuid(), organization_id, username, 'SCALE-' || username, 'pendant', 'online', id from p`,
    [people, JSON.stringify([{ ...step, ...rest }]), [responder, 'http://away.invalid/']],
  )
}

/** A receiver of alarm calls. @returns how often each delivery was called */
async function openResponder(machine: Machine) {
  const calls = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const { id } = JSON.parse(await text(request)) as { id: string }
    calls.set(id, (calls.get(id) ?? 0) + 1)
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  machine.onClose(() => server.closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, calls }
}

/** Writes, reads, alarms and simulated traffic, until it is stopped. */
export async function openLoad(
  machine: Machine,
  cluster: Cluster,
  { url, token, key }: { url: string; token: string; key: string },
): Promise<Load> {
  const responder = await openResponder(machine)
  await createHousehold(cluster, responder.url)
  const calls: Call[] = []
  const writes = new Map<string, number>()
  const alarms = new Map<string, number>()
  const stopping = new AbortController()
  const isRunning = () => !stopping.signal.aborted

  async function send(kind: Call['kind'], { method, path }: Endpoint, body?: object) {
    const begun = performance.now()
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
      .then(async response => ({ ok: response.ok, status: response.status, reply: await response.text() }))
      .catch(() => ({ ok: false, status: 0, reply: '' }))
    calls.push({ kind, begun, ended: performance.now(), status: answer.status })
    if (!answer.ok) await pause(100)
    return answer
  }

  async function write() {
    while (isRunning()) {
      const serial = randomUUID()
      const body = { name: 'Pendant', serial, kind: 'pendant', organization_id: service }
      const { ok } = await send('write', devices.create, body)
      if (ok) writes.set(serial, performance.now())
      await pause(20)
    }
  }
  async function read() {
    for (let turn = 0; isRunning(); turn += 1) {
      await send('read', [devices.list, operationalMetrics.overview, alerts.list][turn % 3] as Endpoint)
      await pause(50)
    }
  }
  /** A device repeats an alarm with the same key until it is acknowledged. */
  async function press() {
    for (let turn = 0; isRunning(); turn += 1) {
      const event = {
        device_id: `SCALE-person-${1 + (turn % people)}`,
        type: 'button',
        event_id: randomUUID(),
      }
      for (;;) {
        const { ok, reply } = await send('alarm', deviceEvents.ingest, event)
        if (ok) alarms.set((JSON.parse(reply) as { id: string }).id, performance.now())
        if (ok || !isRunning()) break
      }
      await pause(400)
    }
  }
  const working = [
    ...[write(), write(), read(), read(), press()],
    simulate({
      program: createClient(url, key),
      admin: createClient(url, token),
      rate: simulatedPerMinute,
      minutes: 24 * 60,
      longest: 2,
      stopping: stopping.signal,
    }),
  ]

  return {
    calls,
    writes,
    alarms,
    async findLostWrites() {
      const kept = await cluster.query<{ serial: string }>(
        'select serial from devices where serial = any($1)',
        [[...writes.keys()]],
      )
      const serials = new Set(kept.map(({ serial }) => serial))
      return [...writes.keys()].filter(serial => !serials.has(serial))
    },
    async findAlarms() {
      const deliveriesOf = async () => {
        const rows = await cluster.query<{ event: string; id: string }>(
          `select a.event_key as event, d.id from alerts a join deliveries d on d.alert_id = a.id
           join notification_channels c on c.id::text = d.address
           where a.event_key = any($1) and c.url = $2`,
          [[...alarms.keys()], responder.url],
        )
        return Map.groupBy(rows, ({ event }) => event)
      }
      const lost = async () => {
        const deliveries = await deliveriesOf()
        return [...alarms.keys()].filter(
          event => !deliveries.get(event)?.some(({ id }) => responder.calls.has(id)),
        )
      }
      // A delivery that an instance took with it is repeated after 45 seconds.
      await until('all alarms called', async () => (await lost()).length === 0, 75_000).catch(() => {})
      const deliveries = await deliveriesOf()
      const repeated = [...deliveries].filter(([, rows]) =>
        rows.some(({ id }) => (responder.calls.get(id) ?? 0) > 1),
      )
      return { lost: await lost(), repeated: repeated.map(([event]) => event) }
    },
    async stop() {
      stopping.abort()
      await Promise.allSettled(working)
    },
  }
}
