import { v7 as uuid } from 'uuid'
import type { NewDeviceEvent } from '#contract/device-events.ts'
import type { Db } from '#server/db/open.ts'
import { type Entry, writeLogs } from '#server/kit/audit.ts'
import { invalid, notFound, Problem } from '#server/kit/problem.ts'
import { alarmOf, raiseAlert } from '#server/modules/alerts/index.ts'
import type { Services } from '#server/services.ts'
import { believe } from './clock.ts'
import { type Asker, devicesNamed, keep, keptFirst, type Report, type Reporting } from './queries.ts'

/** Events that one transaction takes at most. */
const mostAtOnce = 500
/** Events that may wait; more are refused, because a queue that only grows helps nobody. */
const mostWaiting = 10_000
/** Milliseconds between two hints that devices of an organization were heard: their lists are read anew. */
const hintEvery = 10_000

export interface Taken {
  id: string
  device_id: string
  duplicate: boolean
}

interface Waiting {
  asker: Asker
  event: NewDeviceEvent
  receivedAt: Date
  settle: (outcome: Taken | Error) => void
}

export interface Intake {
  /** Keeps an event. @returns once it is durable. @throws Problem 404 for a device that the caller does not reach. */
  take(asker: Asker, event: NewDeviceEvent): Promise<Taken>
}

const ownDevice = ({ actor }: Asker) => ('deviceId' in actor ? actor.deviceId : undefined)

/** The device that an event is of: the one that calls with its key, or the one named. */
const nameOf = ({ asker, event }: Waiting) => event.device_id ?? ownDevice(asker)

/**
 * Takes events in: those that arrive while a transaction is under way go together into the next, so that durability is
 * paid for once for many.
 * @param told called after each transaction that kept something.
 */
export function openIntake({ config, database: { db }, changes, log }: Services, told: () => void): Intake {
  const waiting: Waiting[] = []
  const hintedAt = new Map<string, number>()
  let busy = false

  /** Finds the devices of a batch, caller by caller, within what each reaches. */
  async function place(batch: readonly Waiting[]): Promise<(Reporting | undefined)[]> {
    const byAsker = Map.groupBy(batch, ({ asker }) => asker.actor.id)
    const found = new Map<Waiting, Reporting>()
    for (const items of byAsker.values()) {
      const words = [...new Set(items.flatMap(item => nameOf(item) ?? []))]
      const { asker } = items[0] as Waiting
      const own = ownDevice(asker)
      const devices = await devicesNamed(db, asker, words)
      const named = new Map(
        devices.flatMap(device => [[device.serial, device] as const, [device.id, device]]),
      )
      for (const item of items) {
        const device = named.get(nameOf(item) ?? '')
        if (device && device.id === (own ?? device.id)) found.set(item, device)
      }
    }
    return batch.map(item => found.get(item))
  }

  function reportOf({ event, receivedAt }: Waiting, device: Reporting): Report {
    const { ts, deviceTs } = believe(event.ts, receivedAt)
    return {
      id: uuid(),
      organization_id: device.organization_id,
      device_id: device.id,
      person_id: device.person_id,
      event_id: event.event_id ?? null,
      type: event.type,
      battery: event.battery ?? null,
      payload: event.payload ?? {},
      ts,
      device_ts: deviceTs,
      received_at: receivedAt,
    }
  }

  /** Tells that devices were heard, so that nobody looks at an age that is no longer true. */
  function hint(reports: readonly Report[]) {
    const now = Date.now()
    for (const organizationId of new Set(reports.map(({ organization_id }) => organization_id))) {
      if (now - (hintedAt.get(organizationId) ?? 0) < hintEvery) continue
      hintedAt.set(organizationId, now)
      const at = new Date(now).toISOString()
      changes.tell([
        {
          logId: uuid(),
          resource: 'devices',
          id: null,
          action: 'report',
          organizationId,
          at,
          requestId: null,
        },
      ])
    }
  }

  /** Raises the alert that an event calls for, in the transaction that keeps it: neither is there without the other. */
  async function alarm(transaction: Db, report: Report, entries: Entry[]): Promise<void> {
    const { id, type, organization_id, person_id, device_id } = report
    const severity = alarmOf(type)
    if (!severity) return
    if (!person_id) return log.warn({ device: device_id, type }, 'an alarm of a device that nobody wears')
    const raising = { db: transaction, services: { config }, record: (entry: Entry) => entries.push(entry) }
    const source = 'device'
    await raiseAlert(raising, {
      organization_id,
      person_id,
      device_id,
      type,
      severity,
      source,
      event_key: id,
    })
  }

  async function store(batch: readonly Waiting[]): Promise<(Taken | Error)[]> {
    const devices = await place(batch)
    const reports = batch.map((item, index) => {
      const device = devices[index]
      return device && reportOf(item, device)
    })
    const known = reports.filter(report => report !== undefined)
    if (known.length === 0) return batch.map(() => notFound('This device'))
    const { kept, logs } = await db.transaction().execute(async transaction => {
      const { kept, changes } = await keep(transaction, known)
      const entries: Entry[] = changes.map(({ id, organization_id, before, after }) => ({
        action: 'update',
        resourceType: 'devices',
        resourceId: id,
        organizationId: organization_id,
        details: { before: { status: before }, after: { status: after } },
      }))
      for (const report of known) if (kept.has(report.id)) await alarm(transaction, report, entries)
      const origin = { actor: null, requestId: null, ip: null, source: 'server' } as const
      return { kept, logs: await writeLogs(transaction, entries, origin) }
    })
    changes.announce(logs)
    if (kept.size > 0) told()
    hint(known)
    const first = await keptFirst(
      db,
      known.filter(({ id }) => !kept.has(id)),
    )
    return reports.map(report => {
      if (!report) return notFound('This device')
      const { id, device_id, event_id } = report
      const duplicate = !kept.has(id)
      return { id: duplicate ? (first.get(`${device_id} ${event_id}`) ?? id) : id, device_id, duplicate }
    })
  }

  async function work() {
    if (busy) return
    busy = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, mostAtOnce)
      try {
        const outcomes = await store(batch)
        for (const [index, { settle }] of batch.entries()) settle(outcomes[index] as Taken | Error)
      } catch (error) {
        log.error({ err: error, events: batch.length }, 'device events were not kept')
        for (const { settle } of batch) settle(error as Error)
      }
    }
    busy = false
  }

  return {
    take(asker, event) {
      if (!event.device_id && !ownDevice(asker)) {
        throw invalid('device_id', 'Specify the device')
      }
      if (waiting.length >= mostWaiting) {
        throw new Problem(503, 'Too many device events are queued. Please try again in a moment.', {
          headers: { 'retry-after': '1' },
        })
      }
      return new Promise((resolve, reject) => {
        const settle = (outcome: Taken | Error) =>
          outcome instanceof Error ? reject(outcome) : resolve(outcome)
        waiting.push({ asker, event, receivedAt: new Date(), settle })
        void work()
      })
    },
  }
}
