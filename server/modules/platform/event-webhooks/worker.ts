import { setTimeout } from 'node:timers/promises'
import { post } from '#server/adapters/channels/post.ts'
import { traced } from '#server/kit/trace.ts'
import type { Services } from '#server/services.ts'
import {
  type Attempt,
  type ClaimedDelivery,
  claim,
  concurrency,
  dispatch,
  recordOutcome,
  releaseExpired,
} from './queue.ts'
import { signedHeaders } from './secrets.ts'
import { disable, suspendIfFailing } from './stop.ts'

/** Polling interval in milliseconds. */
const intervalMs = 500
/** Minimum pause in milliseconds between two polls while deliveries complete. */
const minPauseMs = 20
/** Events dispatched per transaction. */
const dispatchLimit = 500

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
  try {
    while (!stopping.aborted) {
      const dispatched = await dispatch(db, dispatchLimit)
      await releaseExpired(db)
      const free = concurrency - inFlight.size
      const claimed = free > 0 ? await claim(db, free, options.leaseSeconds) : []
      for (const delivery of claimed) {
        const attributes = { 'webhook.event': delivery.type, 'delivery.attempt': delivery.attempts }
        const work = traced('webhook delivery', attributes, () => deliver(services, delivery, options))
        inFlight.add(work)
        void work.then(() => inFlight.delete(work))
      }
      await setTimeout(minPauseMs)
      if (dispatched === dispatchLimit) continue
      const next = setTimeout(intervalMs, undefined, { signal: stopping }).catch(() => {
        // Aborted on shutdown.
      })
      await Promise.race([next, ...inFlight])
    }
  } finally {
    await Promise.all(inFlight)
  }
}

/** Makes an attempt and records it. An attempt that was not recorded is repeated once its lease expires. */
async function deliver(
  services: WebhookServices,
  delivery: ClaimedDelivery,
  { retrySeconds }: Options,
): Promise<void> {
  try {
    const attempt = await send(services, delivery)
    const isGone = attempt.status === 410
    const pause = attempt.delivered || isGone ? undefined : retrySeconds[delivery.attempts - 1]
    const retry = pause === undefined ? null : withJitter(pause)
    const failing = await recordOutcome(services.database.webhooks, delivery, attempt, retry)
    if (isGone) await disable(services, delivery.endpoint_id)
    else if (failing) await suspendIfFailing(services, delivery.endpoint_id)
  } catch (error) {
    services.log.error({ err: error, delivery: delivery.id }, 'webhook attempt not recorded')
  }
}

/** Up to a fifth earlier or later, so that retries after an outage are spread. */
const withJitter = (seconds: number) => seconds * (0.8 + Math.random() * 0.4)

async function send({ config, vault }: WebhookServices, delivery: ClaimedDelivery): Promise<Attempt> {
  const { url, type, occurred_at, data } = delivery
  const body = JSON.stringify({ type, timestamp: occurred_at, data })
  try {
    const headers = signedHeaders(vault, delivery, body)
    const { status, text } = await post({ url, headers, body, allowPrivate: config.ALLOW_PRIVATE_WEBHOOKS })
    // PostgreSQL cannot store NUL.
    return { delivered: status >= 200 && status < 300, status, text: text.replaceAll('\0', '') }
  } catch (error) {
    return { delivered: false, status: null, text: (error as Error).message }
  }
}
