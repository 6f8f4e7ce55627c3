import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { fromKysely, type Job, PgBoss } from 'pg-boss'
import type { Db } from '../db/open.ts'

/** Every durable job and what it carries; a module adds its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: merged into by the modules
export interface JobPayloads {}

export interface Jobs {
  /** Puts a job into the queue within the caller's transaction: it exists exactly if the transaction commits. */
  enqueue<K extends keyof JobPayloads & string>(db: Db, kind: K, data: JobPayloads[K]): Promise<void>
  /**
   * States what a kind of job does; a handler that throws is tried again with growing pauses.
   * @param atOnce how many of them one instance takes at a time.
   */
  handle<K extends keyof JobPayloads & string>(
    kind: K,
    handler: (data: JobPayloads[K]) => Promise<void>,
    atOnce?: number,
  ): void
  /**
   * States work done at the times of a cron expression (UTC), once over all instances and never twice at a time; what
   * came due while none ran is made up for once. It may take up to six hours.
   */
  schedule(kind: string, cron: string, work: () => Promise<void>): void
  /**
   * States work that every instance looks for this often: for what waits in a table of its own, is safe to be done by
   * several at once, and is due sooner than a cron's minute. It leaves off soon once `stopping` is aborted.
   */
  poll(kind: string, milliseconds: number, work: Poller['work']): void
  start(): Promise<void>
  stop(): Promise<void>
}

interface Poller {
  milliseconds: number
  work: (stopping: AbortSignal) => Promise<unknown>
}

/** Jobs of a kind that one instance takes at a time unless the kind says; it looks once a second. */
const defaultConcurrency = 20

/** A job whose instance died is tried again once its heartbeat has been missed for so long. */
const heartbeatSeconds = 60
const retries = { retryLimit: 8, retryDelay: 2, retryBackoff: true, notify: true, heartbeatSeconds }
const scheduled = { ...retries, policy: 'exclusive', expireInSeconds: 6 * 3600 } as const

/** Durable jobs in the database, by pg-boss on a small pool of its own. */
export function openJobs(connectionString: string, log: FastifyBaseLogger): Jobs {
  const boss = new PgBoss({
    connectionString,
    schema: 'jobs',
    max: 4,
    application_name: 'voicedeck jobs',
    useListenNotify: true,
  })
  boss.on('error', error => log.error({ err: error }, 'job queue'))
  const handlers = new Map<string, { handler: (data: never) => Promise<void>; atOnce: number }>()
  const schedules = new Map<string, string>()
  const rounds = new Map<string, Poller>()
  const stopping = new AbortController()
  let going: Promise<unknown> = Promise.resolve()

  /** Does the work again and again until the stop; a failure is logged, and the next round is the next try. */
  async function runPoller(kind: string, { milliseconds, work }: Poller) {
    const { signal } = stopping
    while (!signal.aborted) {
      await work(signal).catch(error => log.error({ err: error, kind }, 'a round failed and comes again'))
      await setTimeout(milliseconds, undefined, { signal }).catch(() => {})
    }
  }

  /** Each job of a batch succeeds or fails for itself. */
  async function runJob(kind: string, handler: (data: never) => Promise<void>, { id, data }: Job<unknown>) {
    try {
      await handler(data as never)
      return { id, status: 'completed' } as const
    } catch (error) {
      log.error({ err: error, kind, job: id }, 'a job failed and will be tried again while it may')
      return { id, status: 'failed', output: { message: (error as Error).message } } as const
    }
  }

  return {
    async enqueue(db, kind, data) {
      await boss.send(kind, data as object, { db: fromKysely(db) })
    },
    handle(kind, handler, atOnce = defaultConcurrency) {
      handlers.set(kind, { handler, atOnce })
    },
    schedule(kind, cron, work) {
      handlers.set(kind, { handler: work, atOnce: 1 })
      schedules.set(kind, cron)
    },
    poll(kind, milliseconds, work) {
      rounds.set(kind, { milliseconds, work })
    },
    async start() {
      await boss.start()
      for (const [kind, { handler, atOnce }] of handlers) {
        await boss.createQueue(kind, schedules.has(kind) ? scheduled : retries)
        await boss.work(
          kind,
          {
            pollingIntervalSeconds: 1,
            notifyPollingIntervalSeconds: 1,
            batchSize: atOnce,
            perJobResults: true,
          },
          batch => Promise.all(batch.map(job => runJob(kind, handler, job))),
        )
      }
      for (const [kind, cron] of schedules) await boss.schedule(kind, cron, null, { missed: 'once' })
      going = Promise.all([...rounds].map(([kind, round]) => runPoller(kind, round)))
    },
    async stop() {
      stopping.abort()
      await going
      await boss.stop({ graceful: true, timeout: 2_000 })
    },
  }
}
