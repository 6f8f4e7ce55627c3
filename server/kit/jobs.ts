import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { fromKysely, type Job, PgBoss } from 'pg-boss'
import type { Db } from '../db/open.ts'
import { primaryConnection } from '../db/primary.ts'
import { traced } from './trace.ts'

/** All durable jobs and their data; modules add theirs by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: merged into by the modules
export interface JobPayloads {}

export interface Jobs {
  /** Enqueues a job in the caller's transaction, so that it runs only if the transaction commits. */
  enqueue<K extends keyof JobPayloads & string>(db: Db, kind: K, data: JobPayloads[K]): Promise<void>
  /**
   * Registers the handler of a kind of job; failed jobs are retried with increasing delays.
   * @param concurrency number of jobs that one instance runs at the same time
   * @param limits how often, and after at most how many seconds, failed jobs are retried; by default for 17 minutes
   */
  handle<K extends keyof JobPayloads & string>(
    kind: K,
    handler: (data: JobPayloads[K]) => Promise<void>,
    concurrency?: number,
    limits?: RetryLimits,
  ): void
  /**
   * Schedules work by a cron expression (UTC). It runs on one instance at a time, for up to six hours. If runs
   * were missed while no instance was up, it runs once to catch up.
   */
  schedule(kind: string, cron: string, work: () => Promise<void>): void
  /**
   * Runs work at a fixed interval on every instance: for work with its own queue table that several instances can share
   * and that cannot wait for a cron schedule. It must end soon after `stopping` is aborted.
   */
  poll(kind: string, milliseconds: number, work: Poller['work']): void
  start(): Promise<void>
  stop(): Promise<void>
}

interface RetryLimits {
  retryLimit: number
  retryDelayMax: number
}

interface Poller {
  milliseconds: number
  work: (stopping: AbortSignal) => Promise<unknown>
}

/** Default number of concurrent jobs of a kind per instance; queues are polled once a second. */
const defaultConcurrency = 20

/** Time without a heartbeat after which a job is retried, because its instance has died. */
const heartbeatSeconds = 60
const retries = { retryLimit: 8, retryDelay: 2, retryBackoff: true, notify: true, heartbeatSeconds }
const scheduled = { ...retries, policy: 'exclusive', expireInSeconds: 6 * 3600 } as const

/** Durable jobs in the database, by pg-boss with its own small connection pool. */
export function openJobs(connectionString: string, log: FastifyBaseLogger): Jobs {
  const boss = new PgBoss({
    ...primaryConnection(connectionString),
    schema: 'jobs',
    max: 4,
    application_name: 'voicedeck jobs',
    useListenNotify: true,
  })
  boss.on('error', error => log.error({ err: error }, 'job queue error'))
  const handlers = new Map<
    string,
    { handler: (data: never) => Promise<void>; concurrency: number; limits?: RetryLimits | undefined }
  >()
  const schedules = new Map<string, string>()
  const pollers = new Map<string, Poller>()
  const stopping = new AbortController()
  let polling: Promise<unknown> = Promise.resolve()

  /** Repeats the work until shutdown; a failure is logged, and the next run retries. */
  async function runPoller(kind: string, { milliseconds, work }: Poller) {
    const { signal } = stopping
    while (!signal.aborted) {
      await work(signal).catch(error => log.error({ err: error, kind }, 'poll failed, will retry'))
      await setTimeout(milliseconds, undefined, { signal }).catch(() => {})
    }
  }

  /** Each job of a batch succeeds or fails separately. */
  async function runJob(kind: string, handler: (data: never) => Promise<void>, { id, data }: Job<unknown>) {
    try {
      await traced(`job ${kind}`, { 'job.kind': kind }, () => handler(data as never))
      return { id, status: 'completed' } as const
    } catch (error) {
      log.error({ err: error, kind, job: id }, 'job failed, retried while attempts remain')
      return { id, status: 'failed', output: { message: (error as Error).message } } as const
    }
  }

  return {
    async enqueue(db, kind, data) {
      await boss.send(kind, data as object, { db: fromKysely(db) })
    },
    handle(kind, handler, concurrency = defaultConcurrency, limits) {
      handlers.set(kind, { handler, concurrency, limits })
    },
    schedule(kind, cron, work) {
      handlers.set(kind, { handler: work, concurrency: 1 })
      schedules.set(kind, cron)
    },
    poll(kind, milliseconds, work) {
      pollers.set(kind, { milliseconds, work })
    },
    async start() {
      await boss.start()
      for (const [kind, { handler, concurrency, limits }] of handlers) {
        await boss.createQueue(kind, schedules.has(kind) ? scheduled : { ...retries, ...limits })
        await boss.work(
          kind,
          {
            pollingIntervalSeconds: 1,
            notifyPollingIntervalSeconds: 1,
            batchSize: concurrency,
            // Otherwise a full batch would wait for the next second, however soon it is done.
            burstWhenBatchFull: true,
            perJobResults: true,
          },
          batch => Promise.all(batch.map(job => runJob(kind, handler, job))),
        )
      }
      for (const [kind, cron] of schedules) await boss.schedule(kind, cron, null, { missed: 'once' })
      polling = Promise.all([...pollers].map(([kind, poller]) => runPoller(kind, poller)))
    },
    async stop() {
      stopping.abort()
      await polling
      await boss.stop({ graceful: true, timeout: 2_000 })
    },
  }
}
