import { v7 as uuid } from 'uuid'
import type { NewDeviceEvent } from '#contract/devices/device-events.ts'
import type { Db } from '#server/db/open.ts'
import { type AuditEntry, writeAuditLogs } from '#server/kit/audit.ts'
import { invalidField, notFound, Problem } from '#server/kit/problem.ts'
import { alarmSeverity, raiseAlert } from '#server/modules/alerts/index.ts'
import type { Services } from '#server/services.ts'
import {
  findDevices,
  findOriginals,
  insertEvents,
  type Report,
  type ReportingDevice,
  type Requester,
} from './queries.ts'

/** Clock skew in milliseconds up to which a timestamp in the future is taken as now. */
const maxClockSkewMs = 120_000
/** Maximum age of an event in milliseconds: devices buffer events while they are offline. */
const maxEventAgeMs = 90 * 86_400_000

/** Numbers below this are seconds of the epoch, numbers above milliseconds (which passed it in 1971). */
const secondsLimit = 33_000_000_000

const toEpochMs = (timestamp: string | number) =>
  typeof timestamp === 'string'
    ? Date.parse(timestamp)
    : timestamp < secondsLimit
      ? timestamp * 1000
      : timestamp

export interface NormalizedTimestamp {
  /** When the event happened; never later than now. */
  ts: Date
  /** The device's own timestamp, where it is implausible and `ts` is the time of receipt. */
  deviceTs: Date | null
}

/**
 * Normalizes a device timestamp. Small skew into the future counts as now; implausible timestamps are replaced by the
 * time of receipt.
 * @param timestamp ISO 8601, or seconds or milliseconds of the epoch
 */
export function normalizeTimestamp(timestamp: string | number | undefined, now: Date): NormalizedTimestamp {
  if (timestamp === undefined) return { ts: now, deviceTs: null }
  const reported = toEpochMs(timestamp)
  const skew = reported - now.getTime()
  if (skew <= 0 && skew >= -maxEventAgeMs) return { ts: new Date(reported), deviceTs: null }
  return { ts: now, deviceTs: Math.abs(skew) <= maxClockSkewMs ? null : new Date(reported) }
}

/** Events that one transaction takes at most. */
const mostAtOnce = 500
/** Events that may wait; more are refused, because a queue that only grows helps nobody. */
const mostWaiting = 10_000
/** Milliseconds between two hints that devices of an organization were heard: their lists are read anew. */
const hintEvery = 10_000

export interface IntakeResult {
  id: string
  device_id: string
  duplicate: boolean
}

interface Waiting {
  asker: Requester
  event: NewDeviceEvent
  receivedAt: Date
  settle: (outcome: IntakeResult | Error) => void
}

export interface Intake {
  /** Keeps an event. @returns once it is durable. @throws Problem 404 for a device that the caller does not reach. */
  take(asker: Requester, event: NewDeviceEvent): Promise<IntakeResult>
}

const ownDevice = ({ actor }: Requester) => ('deviceId' in actor ? actor.deviceId : undefined)

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
  async function place(batch: readonly Waiting[]): Promise<(ReportingDevice | undefined)[]> {
    const byAsker = Map.groupBy(batch, ({ asker }) => asker.actor.id)
    const found = new Map<Waiting, ReportingDevice>()
    for (const items of byAsker.values()) {
      const words = [...new Set(items.flatMap(item => nameOf(item) ?? []))]
      const { asker } = items[0] as Waiting
      const own = ownDevice(asker)
      const devices = await findDevices(db, asker, words)
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

  function reportOf({ event, receivedAt }: Waiting, device: ReportingDevice): Report {
    const { ts, deviceTs } = normalizeTimestamp(event.ts, receivedAt)
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
  async function alarm(transaction: Db, report: Report, entries: AuditEntry[]): Promise<void> {
    const { id, type, organization_id, person_id, device_id } = report
    const severity = alarmSeverity(type)
    if (!severity) return
    if (!person_id) return log.warn({ device: device_id, type }, 'an alarm of a device that nobody wears')
    const raising = {
      db: transaction,
      services: { config },
      audit: (entry: AuditEntry) => entries.push(entry),
    }
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

  async function store(batch: readonly Waiting[]): Promise<(IntakeResult | Error)[]> {
    const devices = await place(batch)
    const reports = batch.map((item, index) => {
      const device = devices[index]
      return device && reportOf(item, device)
    })
    const known = reports.filter(report => report !== undefined)
    if (known.length === 0) return batch.map(() => notFound('This device'))
    const { inserted, logs } = await db.transaction().execute(async transaction => {
      const { inserted, changes } = await insertEvents(transaction, known)
      const entries: AuditEntry[] = changes.map(({ id, organization_id, before, after }) => ({
        action: 'update',
        resourceType: 'devices',
        resourceId: id,
        organizationId: organization_id,
        details: { before: { status: before }, after: { status: after } },
      }))
      for (const report of known) if (inserted.has(report.id)) await alarm(transaction, report, entries)
      const origin = { actor: null, requestId: null, ip: null, source: 'server' } as const
      return { inserted, logs: await writeAuditLogs(transaction, entries, origin) }
    })
    changes.publishLogs(logs)
    if (inserted.size > 0) told()
    hint(known)
    const first = await findOriginals(
      db,
      known.filter(({ id }) => !inserted.has(id)),
    )
    return reports.map(report => {
      if (!report) return notFound('This device')
      const { id, device_id, event_id } = report
      const duplicate = !inserted.has(id)
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
        for (const [index, { settle }] of batch.entries()) settle(outcomes[index] as IntakeResult | Error)
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
        throw invalidField('device_id', 'Specify the device')
      }
      if (waiting.length >= mostWaiting) {
        throw new Problem(503, 'Too many device events are queued. Please try again in a moment.', {
          headers: { 'retry-after': '1' },
        })
      }
      return new Promise((resolve, reject) => {
        const settle = (outcome: IntakeResult | Error) =>
          outcome instanceof Error ? reject(outcome) : resolve(outcome)
        waiting.push({ asker, event, receivedAt: new Date(), settle })
        void work()
      })
    },
  }
}
