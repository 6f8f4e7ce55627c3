import { setTimeout } from 'node:timers/promises'
import { type PostResponse, post } from '#server/adapters/channels/post.ts'
import { traced } from '#server/kit/trace.ts'
import type { Services } from '#server/services.ts'
import { type ClaimedDelivery, claim, concurrency, dispatch, releaseExpired } from './queue.ts'
import { signedHeaders } from './secrets.ts'
import { type Attempt, type Finished, settle } from './settle.ts'
import { disable, suspendIfFailing } from './stop.ts'

/** Polling interval in milliseconds. */
const intervalMs = 500
/** Pause in milliseconds between two polls while deliveries complete, in which others complete as well. */
const minPauseMs = 5
/** Interval in milliseconds between checks for deliveries whose lease has expired. */
const expiryIntervalMs = 1_000
/** Events dispatched per transaction. */
const dispatchLimit = 500
/** Interval in milliseconds between dispatches while there are few events: each one holds up those who settle. */
const dispatchIntervalMs = 100

/** Status with which a receiver says that it wants no more events. */
const gone = 410

interface Options {
  /** Seconds after which another instance may claim a delivery: longer than the timeout of `post`. */
  leaseSeconds: number
  /** Pauses before the second and every further attempt; after the last one a delivery has failed. */
  retrySeconds: readonly number[]
}

const hour = 3_600
/** The schedule that Standard Webhooks suggests: ten attempts in about three days. */
const defaultOptions: Options = {
  leaseSeconds: 45,
  retrySeconds: [5, 300, 1_800, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
}

export type WebhookServices = Pick<Services, 'database' | 'config' | 'vault' | 'log' | 'jobs' | 'changes'>

/** Delivers webhooks on every instance, apart from alarms: with its own connections and its own limits. */
export const startWebhookWorker = (services: WebhookServices): void =>
  services.jobs.poll('webhooks', intervalMs, stopping => runWebhooks(services, stopping))

/** Dispatches and delivers until it is stopped; a slow receiver does not delay the others. */
export async function runWebhooks(
  services: WebhookServices,
  stopping: AbortSignal,
  options: Options = defaultOptions,
): Promise<void> {
  const db = services.database.webhooks
  const inFlight = new Set<Promise<void>>()
  const finished: Finished[] = []
  let expiryCheckedAt = 0
  let dispatched = 0
  let dispatchedAt = 0
  try {
    while (!stopping.aborted) {
      await record(services, finished.splice(0))
      if (dispatched === dispatchLimit || Date.now() - dispatchedAt >= dispatchIntervalMs) {
        dispatchedAt = Date.now()
        dispatched = await dispatch(db, dispatchLimit)
      }
      if (Date.now() - expiryCheckedAt >= expiryIntervalMs) {
        expiryCheckedAt = Date.now()
        await releaseExpired(db)
      }
      // Finished ones count until they are recorded: a killed instance repeats no more than it has slots.
      const free = concurrency - inFlight.size - finished.length
      const claimed = free > 0 ? await claim(db, free, options.leaseSeconds) : []
      for (const delivery of claimed) {
        const attributes = { 'webhook.event': delivery.type, 'delivery.attempt': delivery.attempts }
        const work = traced('webhook delivery', attributes, () => attempt(services, delivery, options)).then(
          result => void finished.push(result),
        )
        inFlight.add(work)
        void work.then(() => inFlight.delete(work))
      }
      await setTimeout(minPauseMs)
      if (dispatched === dispatchLimit || finished.length > 0) continue
      const next = setTimeout(intervalMs, undefined, { signal: stopping }).catch(() => {
        // Aborted on shutdown.
      })
      await Promise.race([next, ...inFlight])
    }
  } finally {
    await Promise.all(inFlight)
    await record(services, finished)
  }
}

async function attempt(
  services: WebhookServices,
  delivery: ClaimedDelivery,
  { retrySeconds }: Options,
): Promise<Finished> {
  const attempt = await send(services, delivery)
  const pause = attempt.delivered || attempt.status === gone ? undefined : retrySeconds[delivery.attempts - 1]
  return {
    delivery,
    attempt,
    retrySeconds: pause === undefined ? null : Math.max(withJitter(pause), attempt.holdSeconds ?? 0),
  }
}

/** Records attempts. Those that could not be recorded are repeated once their leases expire. */
async function record(services: WebhookServices, finished: readonly Finished[]): Promise<void> {
  if (finished.length === 0) return
  try {
    const failing = new Set(await settle(services.database.webhooks, finished))
    for (const { delivery, attempt } of finished)
      if (attempt.status === gone) {
        failing.delete(delivery.endpoint_id)
        await disable(services, delivery.endpoint_id)
      }
    for (const endpoint of failing) await suspendIfFailing(services, endpoint)
  } catch (error) {
    services.log.error({ err: error, attempts: finished.length }, 'webhook attempts not recorded')
  }
}

/** Up to a fifth earlier or later, so that retries after an outage are spread. */
const withJitter = (seconds: number) => seconds * (0.8 + Math.random() * 0.4)

async function send({ config, vault }: WebhookServices, delivery: ClaimedDelivery): Promise<Attempt> {
  const { url, type, occurred_at, data } = delivery
  const body = JSON.stringify({ type, timestamp: occurred_at, data })
  try {
    const headers = signedHeaders(vault, delivery, body)
    const response = await post({
      url,
      headers,
      body,
      allowPrivate: config.ALLOW_PRIVATE_WEBHOOKS,
      keepsConnection: true,
    })
    const { status, text } = response
    return {
      delivered: status >= 200 && status < 300,
      status,
      // PostgreSQL cannot store NUL.
      text: text.replaceAll('\0', ''),
      holdSeconds: holdSecondsOf(response),
    }
  } catch (error) {
    return { delivered: false, status: null, text: (error as Error).message, holdSeconds: null }
  }
}

/** The longest pause that a receiver can ask for, in seconds. */
export const maxHoldSeconds = 3_600

/**
 * For how long a receiver wants no more messages: `Retry-After` of a 429 or 503, in seconds or as a date (RFC 9110,
 * section 10.2.3).
 * @returns seconds within the limit; null without a usable header
 */
export function holdSecondsOf(
  { status, retryAfter }: Pick<PostResponse, 'status' | 'retryAfter'>,
  now = Date.now(),
): number | null {
  if ((status !== 429 && status !== 503) || !retryAfter) return null
  const text = retryAfter.trim()
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1_000
  return seconds > 0 ? Math.min(seconds, maxHoldSeconds) : null
}
