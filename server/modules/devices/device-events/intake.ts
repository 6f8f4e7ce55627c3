import { EventEmitter, once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { v7 as uuid } from 'uuid'
import type { NewDeviceEvent } from '#contract/devices/device-events.ts'
import type { Db } from '#server/db/open.ts'
import { type AuditEntry, auditedTransaction, systemOrigin } from '#server/kit/audit.ts'
import { invalidField, notFound, Problem } from '#server/kit/problem.ts'
import { alarmSeverity, raiseAlert } from '#server/modules/alerts/index.ts'
import type { Services } from '#server/services.ts'
import { createFairBatches } from './fair-batches.ts'
import {
  findDevices,
  findOriginals,
  insertEvents,
  isBusy,
  isRowError,
  type Report,
  type ReportingDevice,
  type Requester,
  reserveKeys,
  toRefusal,
} from './queries.ts'
import { isRepresentable, normalizeTimestamp } from './timestamp.ts'

/** Maximum number of routine events per transaction. */
const batchSize = 500
/** Maximum number of waiting routine events; more are refused with 503. Alarms are never refused. */
const maxWaiting = 10_000
/** Alarms stored at the same time, each in a transaction of its own. */
const alarmConcurrency = 4
/** Attempts to store an alarm while the database is busy. */
const maxAlarmAttempts = 3
/** Longest pause in milliseconds of routine events while alarms are stored. */
const maxYieldMs = 500
/** Minimum interval in milliseconds between two change notifications of an organization's devices. */
const notifyIntervalMs = 10_000

export interface IntakeResult {
  id: string
  device_id: string
  duplicate: boolean
}

interface Waiting {
  requester: Requester
  event: NewDeviceEvent
  receivedAt: Date
  settle: (outcome: IntakeResult | Error) => void
}

/** A waiting event of a known device. */
interface Located {
  item: Waiting
  report: Report
}

type Pool = Services['database']['db']
type Audit = (entry: AuditEntry) => void

export interface Intake {
  /** Stores an event. @returns once it is durable. @throws Problem 404 for an inaccessible device */
  submit(requester: Requester, event: NewDeviceEvent): Promise<IntakeResult>
}

const ownDevice = ({ actor }: Requester) => ('deviceId' in actor ? actor.deviceId : undefined)

/** The device named by the event, else the one whose key is used. */
const deviceKey = ({ requester, event }: Waiting) => event.device_id ?? ownDevice(requester)

/**
 * Stores device events. Routine events that arrive during a transaction share the next one, in turns by organization.
 * Alarms have a lane and database connections of their own that never wait for them. An event that cannot be stored fails by itself: its batch is
 * split until it is alone.
 * @param onStored called after each transaction that stored something
 */
export function openIntake({ config, database, changes, log }: Services, onStored: () => void): Intake {
  const routine = createFairBatches<Waiting>()
  const alarms = createFairBatches<Waiting>()
  const notifiedAt = new Map<string, number>()
  let isStoring = false
  let storingAlarms = 0
  const idle = new EventEmitter()

  /** Resolves the devices of a batch, per requester and within their access. */
  async function locate(db: Db, batch: readonly Waiting[]): Promise<Located[]> {
    const located: Located[] = []
    for (const items of Map.groupBy(batch, ({ requester }) => requester.actor.id).values()) {
      const { requester } = items[0] as Waiting
      const keys = [...new Set(items.flatMap(item => deviceKey(item) ?? []))]
      const devices = await findDevices(db, requester, keys)
      const byKey = new Map(
        devices.flatMap(device => [[device.serial, device] as const, [device.id, device]]),
      )
      for (const item of items) {
        const device = byKey.get(deviceKey(item) ?? '')
        if (device && device.id === (ownDevice(requester) ?? device.id))
          located.push({ item, report: toReport(item, device) })
        else item.settle(notFound('This device'))
      }
    }
    return located
  }

  function toReport({ event, receivedAt }: Waiting, device: ReportingDevice): Report {
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

  /** Notifies consoles that devices reported, so that displayed ages are refreshed. */
  function notifyChanges(reports: readonly Report[]) {
    const now = Date.now()
    for (const organizationId of new Set(reports.map(({ organization_id }) => organization_id))) {
      if (now - (notifiedAt.get(organizationId) ?? 0) < notifyIntervalMs) continue
      notifiedAt.set(organizationId, now)
      const at = new Date(now).toISOString()
      changes.publish([
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

  /** Raises the alert of an alarm in the transaction that stores its event. */
  async function raise(transaction: Db, report: Report, audit: Audit): Promise<void> {
    const { id, type, organization_id, person_id, device_id } = report
    const severity = alarmSeverity(type)
    if (!severity) return
    if (!person_id) return log.warn({ device: device_id, type }, 'alarm of a device without a wearer')
    await raiseAlert(
      { db: transaction, services: { config }, audit },
      {
        organization_id,
        person_id,
        device_id,
        type,
        severity,
        source: 'device',
        event_key: id,
      },
    )
  }

  /** Stores reports in one transaction. @returns the ids of those that are new */
  async function insert(db: Pool, reports: readonly Report[]): Promise<Set<string>> {
    const fresh = await auditedTransaction(
      { database: { db }, changes, log },
      systemOrigin,
      async (transaction, audit) => {
        const isNew = await reserveKeys(transaction, reports)
        const fresh = reports.filter(({ id }) => isNew.has(id))
        // Before the inserts, which hold back all others until the commit.
        for (const report of fresh) await raise(transaction, report, audit)
        for (const { id, organization_id, before, after } of await insertEvents(transaction, fresh)) {
          audit({
            action: 'update',
            resourceType: 'devices',
            resourceId: id,
            organizationId: organization_id,
            details: { before: { status: before }, after: { status: after } },
          })
        }
        return fresh
      },
    )
    if (fresh.length > 0) onStored()
    notifyChanges(reports)
    return new Set(fresh.map(({ id }) => id))
  }

  async function store(db: Pool, batch: readonly Located[]): Promise<void> {
    const reports = batch.map(({ report }) => report)
    const inserted = await insert(db, reports)
    const originals = await findOriginals(
      db,
      reports.filter(({ id }) => !inserted.has(id)),
    )
    for (const { item, report } of batch) {
      const { id, device_id, event_id } = report
      const duplicate = !inserted.has(id)
      item.settle({
        id: duplicate ? (originals.get(`${device_id} ${event_id}`) ?? id) : id,
        device_id,
        duplicate,
      })
    }
  }

  /** Stores a batch; where a row makes it fail, its halves, down to the one row. */
  async function storeOrSplit(db: Pool, batch: readonly Located[]): Promise<void> {
    if (batch.length === 0) return
    try {
      await store(db, batch)
    } catch (error) {
      if (batch.length > 1 && (isRowError(error) || isBusy(error))) {
        const middle = batch.length >> 1
        await storeOrSplit(db, batch.slice(0, middle))
        await storeOrSplit(db, batch.slice(middle))
        return
      }
      log.error({ err: error, events: batch.length }, 'device events not stored')
      for (const { item } of batch) item.settle(toRefusal(error))
    }
  }

  /** Resolves and stores a batch, and settles every event of it whatever happens. */
  async function process(batch: readonly Waiting[]): Promise<void> {
    const { db } = database
    try {
      await storeOrSplit(db, await locate(db, batch))
    } catch (error) {
      log.error({ err: error, events: batch.length }, 'device events not stored')
      for (const { settle } of batch) settle(error as Error)
    }
  }

  async function storeAlarm(item: Waiting): Promise<void> {
    const db = database.reserved.alarms
    try {
      const [located] = await locate(db, [item])
      for (let attempt = 1; located; attempt += 1) {
        try {
          return await store(db, [located])
        } catch (error) {
          if (attempt === maxAlarmAttempts || !isBusy(error)) throw error
        }
      }
    } catch (error) {
      log.error({ err: error }, 'alarm not stored')
      item.settle(toRefusal(error))
    }
  }

  async function storeRoutine(): Promise<void> {
    if (isStoring) return
    isStoring = true
    while (routine.size > 0) {
      if (storingAlarms > 0) await Promise.race([once(idle, 'idle'), setTimeout(maxYieldMs)])
      await process(routine.take(batchSize))
    }
    isStoring = false
  }

  function storeAlarms(): void {
    while (storingAlarms < alarmConcurrency && alarms.size > 0) {
      const [item] = alarms.take(1)
      storingAlarms += 1
      void storeAlarm(item as Waiting).finally(() => {
        storingAlarms -= 1
        storeAlarms()
        if (storingAlarms === 0) idle.emit('idle')
      })
    }
  }

  return {
    submit(requester, event) {
      const isAlarm = alarmSeverity(event.type) !== undefined
      if (!event.device_id && !ownDevice(requester)) throw invalidField('device_id', 'Specify the device')
      if (!isAlarm && event.ts !== undefined && !isRepresentable(event.ts))
        throw invalidField('ts', 'Must be between the years 1970 and 9999')
      if (!isAlarm && routine.size >= maxWaiting) {
        throw new Problem(503, 'Too many device events are queued. Please try again in a moment.', {
          headers: { 'retry-after': '1' },
        })
      }
      return new Promise((resolve, reject) => {
        const settle = (outcome: IntakeResult | Error) =>
          outcome instanceof Error ? reject(outcome) : resolve(outcome)
        const waiting = { requester, event, receivedAt: new Date(), settle }
        const { organizationId } = requester.actor
        if (isAlarm) {
          alarms.push(organizationId, waiting)
          storeAlarms()
        } else {
          routine.push(organizationId, waiting)
          void storeRoutine()
        }
      })
    },
  }
}
