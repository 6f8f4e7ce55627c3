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
import type { Network } from './network.ts'

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
  /** Waits for the calls of all acknowledged alarms. */
  findAlarms(): Promise<{
    lost: string[]
    /** Those that were called more than once. */
    repeated: string[]
    /** Milliseconds from the acknowledgement to the first call. */
    delays: Map<string, number>
  }>
  stop(): Promise<void>
}

/**
 * Elderly people with a pendant each. Their alarms call a webhook by its address, the same one by its name, and one whose
 * name does not resolve.
 */
async function createHousehold({ query }: Cluster, responders: readonly string[]): Promise<void> {
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
    [people, JSON.stringify([{ ...step, ...rest }]), [...responders, 'http://away.invalid/']],
  )
}

/** A receiver of alarm calls. @returns when each delivery was called */
async function openResponder(machine: Machine, { client, nameOf }: Network) {
  const calls = new Map<string, number[]>()
  const server = createServer(async (request, response) => {
    const { id } = JSON.parse(await text(request)) as { id: string }
    calls.set(id, [...(calls.get(id) ?? []), performance.now()])
    response.end('{}')
  }).listen(0, client)
  await once(server, 'listening')
  machine.onClose(() => server.closeAllConnections())
  const { port } = server.address() as AddressInfo
  return { url: `http://${client}:${port}/`, named: `http://${nameOf('client')}:${port}/`, calls }
}

/** Writes, reads, alarms and simulated traffic, until it is stopped. */
export async function openLoad(
  machine: Machine,
  network: Network,
  cluster: Cluster,
  { url, token, key }: { url: string; token: string; key: string },
): Promise<Load> {
  const responder = await openResponder(machine, network)
  await createHousehold(cluster, [responder.url, responder.named])
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
  /** Begins again if a call fails with which a simulation begins. */
  async function traffic() {
    while (isRunning())
      await simulate({
        program: createClient(url, key),
        admin: createClient(url, token),
        rate: simulatedPerMinute,
        minutes: 24 * 60,
        longest: 2,
        stopping: stopping.signal,
      }).catch(() => pause(1_000))
  }
  const working = [write(), write(), read(), read(), press(), traffic()]
  await until('writes and alarms are acknowledged', () => writes.size > 0 && alarms.size > 0)

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
      /** When each alarm was called. */
      const callsOf = async () => {
        const rows = await cluster.query<{ event: string; id: string }>(
          `select a.event_key as event, d.id from alerts a join deliveries d on d.alert_id = a.id
           join notification_channels c on c.id::text = d.address
           where a.event_key = any($1) and c.url = $2`,
          [[...alarms.keys()], responder.url],
        )
        const made = new Map<string, number[]>()
        for (const { event, id } of rows)
          made.set(event, [...(made.get(event) ?? []), ...(responder.calls.get(id) ?? [])])
        return made
      }
      const lostIn = (made: Map<string, number[]>) =>
        [...alarms.keys()].filter(event => !made.get(event)?.length)
      // A delivery that an instance took with it is repeated after 45 seconds.
      await until('all alarms called', async () => lostIn(await callsOf()).length === 0, 75_000).catch(
        () => {},
      )
      const made = await callsOf()
      return {
        lost: lostIn(made),
        repeated: [...made].filter(([, times]) => times.length > 1).map(([event]) => event),
        delays: new Map(
          [...made].map(([event, times]) => [event, Math.min(...times) - (alarms.get(event) ?? 0)]),
        ),
      }
    },
    async stop() {
      stopping.abort()
      await Promise.allSettled(working)
    },
  }
}
