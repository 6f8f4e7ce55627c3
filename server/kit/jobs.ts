import type { FastifyBaseLogger } from 'fastify'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Db } from '../db/open.ts'

/** Every durable job and what it carries; a module adds its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: merged into by the modules
export interface JobKinds {}

export interface Jobs {
  /** Puts a job into the queue within the caller's transaction: it exists exactly if the transaction commits. */
  enqueue<K extends keyof JobKinds & string>(db: Db, kind: K, data: JobKinds[K]): Promise<void>
  /** States what a kind of job does; a handler that throws is tried again with growing pauses. */
  handle<K extends keyof JobKinds & string>(kind: K, handler: (data: JobKinds[K]) => Promise<void>): void
  /** States work done at the times of a cron expression (UTC), once over all instances. */
  every(kind: string, cron: string, work: () => Promise<void>): void
  start(): Promise<void>
  stop(): Promise<void>
}

/** Durable jobs in the database, by pg-boss on a small pool of its own. */
export function openJobs(connectionString: string, log: FastifyBaseLogger): Jobs {
  const boss = new PgBoss({ connectionString, schema: 'jobs', max: 4, application_name: 'voicedeck jobs' })
  boss.on('error', error => log.error({ err: error }, 'job queue'))
  const handlers = new Map<string, (data: never) => Promise<void>>()
  const schedules = new Map<string, string>()

  return {
    async enqueue(db, kind, data) {
      await boss.send(kind, data as object, { db: fromKysely(db) })
    },
    handle(kind, handler) {
      handlers.set(kind, handler)
    },
    every(kind, cron, work) {
      handlers.set(kind, work)
      schedules.set(kind, cron)
    },
    async start() {
      await boss.start()
      for (const [kind, handler] of handlers) {
        await boss.createQueue(kind, { retryLimit: 8, retryDelay: 2, retryBackoff: true })
        await boss.work(kind, { pollingIntervalSeconds: 1 }, async ([job]) => {
          if (job) await handler(job.data as never)
        })
      }
      for (const [kind, cron] of schedules) await boss.schedule(kind, cron)
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}
