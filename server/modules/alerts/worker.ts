import { setTimeout } from 'node:timers/promises'
import { v7 as uuid } from 'uuid'
import { noAddress } from '#contract/alerts/timeline.ts'
import { Undeliverable } from '#server/adapters/channels/channel.ts'
import { auditedTransaction, systemOrigin } from '#server/kit/audit.ts'
import { isOutage } from '#server/kit/problem.ts'
import { traced } from '#server/kit/trace.ts'
import type { Services } from '#server/services.ts'
import { applyCommand, lockAlert, recordDeliveryEvent, wasSent } from './commands.ts'
import { callOnCall } from './on-call/call.ts'
import { settleOnCallRepeats } from './on-call/deliveries.ts'
import {
  advanceToNextStep,
  type ClaimedDelivery,
  claimDeliveries,
  concurrency,
  type DeliveryOutcome,
  deletePushChannel,
  findChannelTarget,
  isExhausted,
  listStuckDeliveries,
  type Retry,
  recordOutcome,
  releaseClaims,
  requeue,
  retryOrFail,
  settleRepeats,
} from './queue.ts'
import { rearmDueLadders, type WorkerServices } from './rearm.ts'
import { applyReceipts } from './receipts.ts'
import { isClosed } from './state.ts'

/** Polling interval in milliseconds. */
const intervalMs = 250
/** Minimum pause in milliseconds between two polls while deliveries complete. */
const minPauseMs = 20
/** Pause in milliseconds before a step of a delivery is repeated because the database was unavailable. */
const repeatMs = 500

interface Options {
  /** Seconds after which another instance may claim a delivery: longer than any channel's timeout. */
  leaseSeconds: number
}
const defaultOptions: Options = { leaseSeconds: 45 }

/**
 * Claims whose answer was lost, with the time of `performance.now()` until which they are given back. The database may
 * have made them: their deliveries would wait for the end of the lease, and take the places of others under the caps.
 */
type LostClaims = Map<string, number>

/** Polls the ladders of all alerts, on every instance. Slow channels do not delay other calls while there is capacity. */
export function startLadderWorker(services: Services): void {
  const inFlight = new Set<Promise<void>>()
  const lost: LostClaims = new Map()
  services.jobs.poll('ladders', intervalMs, async stopping => {
    while (!stopping.aborted) {
      await rearmDueLadders(services)
      await failStuckDeliveries(services)
      const started = await startDueDeliveries(services, defaultOptions, concurrency - inFlight.size, lost)
      for (const work of started) {
        inFlight.add(work)
        void work.then(() => inFlight.delete(work))
      }
      // A delivery that ends frees a place under its caps.
      const next = setTimeout(intervalMs, undefined, { signal: stopping }).catch(() => {
        // Aborted on shutdown.
      })
      await Promise.race([next, ...inFlight])
      await setTimeout(minPauseMs)
    }
    await Promise.all(inFlight)
  })
}

/**
 * Runs one pass: re-arms due ladders, makes due deliveries and waits for their outcomes.
 * @returns the number of deliveries made
 */
export async function runWorkerOnce(
  services: WorkerServices,
  options: Options = defaultOptions,
  lost: LostClaims = new Map(),
): Promise<number> {
  await rearmDueLadders(services)
  await failStuckDeliveries(services)
  const works = await startDueDeliveries(services, options, concurrency, lost)
  await Promise.all(works)
  return works.length
}

/**
 * Starts due deliveries. A delivery is sent first and recorded afterwards (at-least-once); if the instance dies in
 * between it is sent again with the same idempotency key.
 */
async function startDueDeliveries(
  services: WorkerServices,
  { leaseSeconds }: Options,
  limit: number,
  lost: LostClaims,
): Promise<Promise<void>[]> {
  if (limit <= 0) return []
  const { db } = services.database
  const now = performance.now()
  for (const [claim, until] of lost) if (until < now) lost.delete(claim)
  // Also later than at once: a claim may reach the database after its connection has ended here.
  if (lost.size > 0) await releaseClaims(db, [...lost.keys()])
  const leaseEnd = performance.now() + leaseSeconds * 1_000
  const claim = uuid()
  lost.set(claim, leaseEnd)
  const claimed = await claimDeliveries(db, claim, limit, leaseSeconds)
  lost.delete(claim)
  return claimed.map(delivery =>
    traced('alert delivery', traceAttributes(delivery), () => deliver(services, delivery, leaseEnd)).catch(
      error =>
        // It is retried once its lease expires.
        services.log.error({ err: error, delivery: delivery.id }, 'delivery outcome not recorded'),
    ),
  )
}

/** Ends deliveries still sending after their last attempt as failed, in their alert's timeline as well. */
async function failStuckDeliveries(services: WorkerServices): Promise<void> {
  const outcome = { state: 'failed', answer: 'No outcome was recorded after the last attempt' } as const
  for (const delivery of await listStuckDeliveries(services.database.db, concurrency)) {
    try {
      await finish(services, delivery, outcome)
    } catch (error) {
      services.log.error({ err: error, delivery: delivery.id }, 'stuck delivery failed without its timeline')
      await recordOutcome(services.database.db, delivery, outcome)
    }
  }
}

const traceAttributes = ({ channel, attempts }: ClaimedDelivery) => ({
  'delivery.channel': channel,
  'delivery.attempt': attempts,
})

async function deliver(services: WorkerServices, delivery: ClaimedDelivery, leaseEnd: number): Promise<void> {
  const outcome = await whileUnavailable(leaseEnd, () =>
    delivery.recipient_kind === 'schedule' ? callOnCall(services, delivery) : send(services, delivery),
  )
  if (outcome === null) return
  await whileUnavailable(leaseEnd, () =>
    'delaySeconds' in outcome
      ? scheduleRetry(services, delivery, outcome)
      : finish(services, delivery, outcome),
  )
}

/** Repeats work that failed because the database is unavailable, until a time of `performance.now()`. */
async function whileUnavailable<T>(until: number, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isOutage(error as Error) || performance.now() + repeatMs > until) throw error
      await setTimeout(repeatMs)
    }
  }
}

/** Schedules a retry of a failed delivery, unless the ladder was stopped meanwhile. */
async function scheduleRetry(
  { database }: WorkerServices,
  delivery: ClaimedDelivery,
  { answer, delaySeconds }: Retry,
): Promise<void> {
  const { alert_id, round, step, recipient_id } = delivery
  await database.db.transaction().execute(async db => {
    // Locked, or a concurrent acknowledgement would not find this delivery among those it stops.
    const alert = alert_id && step > 0 ? await lockAlert(db, alert_id) : null
    const isExcluded = recipient_id !== null && alert?.excluded_ids.includes(recipient_id)
    const isStopped =
      alert && (isExcluded || alert.owner_id !== null || isClosed(alert) || alert.round !== round)
    if (isStopped) await recordOutcome(db, delivery, { state: 'stopped', answer })
    else await requeue(db, delivery, answer, delaySeconds)
  })
}

/** Sends a delivery through its channel. */
async function send(
  { channels, database: { db } }: WorkerServices,
  { id, channel, address, message, attempts }: ClaimedDelivery,
): Promise<DeliveryOutcome | Retry> {
  const adapter = channels[channel]
  if (!adapter.configured) return { state: 'not_configured', answer: `${adapter.name} is not configured` }
  if (address === null) return { state: 'failed', answer: noAddress }
  const hasTarget = channel === 'push' || channel === 'webhook'
  const target = hasTarget ? await findChannelTarget(db, address) : undefined
  if (hasTarget && !target) return { state: 'failed', answer: 'This browser or webhook no longer exists' }
  try {
    return await adapter.send({ id, to: target?.url ?? address, keys: target?.keys, message })
  } catch (error) {
    const answer = (error as Error).message
    if (error instanceof Undeliverable) {
      if (/^(404|410)\b/.test(answer) && channel === 'push') await deletePushChannel(db, address)
      return { state: 'failed', answer }
    }
    return retryOrFail(attempts, answer)
  }
}

/** Records a delivery's outcome, also in its alert's timeline, and advances the ladder. */
async function finish(
  services: WorkerServices,
  delivery: ClaimedDelivery,
  outcome: DeliveryOutcome,
): Promise<void> {
  const { id, alert_id, round, step } = delivery
  await auditedTransaction(services, systemOrigin, async (db, audit) => {
    // Lock order: always the alert before its deliveries.
    const alert = alert_id ? await lockAlert(db, alert_id) : null
    if (!(await recordOutcome(db, delivery, outcome))) return
    if (!alert) return applyReceipts(db, audit, null, id)
    const after = await recordDeliveryEvent(db, audit, alert, delivery, {
      state: outcome.state,
      key: `delivery:${id}`,
    })
    if (step > 0) {
      if (!wasSent(outcome.state)) {
        await settleRepeats(db, delivery, outcome)
        await settleOnCallRepeats(db, delivery, outcome)
        await advanceToNextStep(db, delivery)
      }
      if (after.round === round && (await isExhausted(db, delivery)))
        await applyCommand(db, after, { act: 'exhaust' }, `exhausted:${round}`)
    }
    await applyReceipts(db, audit, after, id)
  })
}
