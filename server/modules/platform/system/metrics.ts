import type { FastifyInstance } from 'fastify'
import { Gauge } from 'prom-client'
import { checkAlarmProcessing } from '#server/modules/alerts/index.ts'
import type { Services } from '#server/services.ts'
import { getJobStats } from './queries.ts'

interface QueueState {
  alarmLag: number
  jobLag: number
  failed: number
}

/** Adds the state of the shared queues to `/metrics`. While the database is away, only that is reported. */
export function registerQueueMetrics(app: FastifyInstance, { database }: Services): void {
  if (!app.metrics) return
  const registers = [app.metrics]
  const db = database.reserved.alarms

  async function read(): Promise<QueueState | null> {
    try {
      const [alarms, jobs] = await Promise.all([checkAlarmProcessing(db), getJobStats(db)])
      return { alarmLag: alarms.lag_seconds, jobLag: jobs.lag_seconds, failed: jobs.failed }
    } catch {
      return null
    } finally {
      reading = undefined
    }
  }
  let reading: Promise<QueueState | null> | undefined
  /** One reading per scrape, which collects all gauges at once. */
  const state = () => {
    reading ??= read()
    return reading
  }

  const gauge = (name: string, help: string, read: (state: QueueState) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const current = await state()
        if (current) this.set(read(current))
        else this.remove()
      },
    })
  gauge(
    'voicedeck_alarm_queue_lag_seconds',
    'Age of the oldest alarm delivery that is due and not made',
    ({ alarmLag }) => alarmLag,
  )
  gauge(
    'voicedeck_job_queue_lag_seconds',
    'Age of the oldest background job that is due and not begun',
    ({ jobLag }) => jobLag,
  )
  gauge(
    'voicedeck_jobs_failed_last_day',
    'Background jobs that failed for good within 24 hours',
    ({ failed }) => failed,
  )
  new Gauge({
    name: 'voicedeck_database_up',
    help: 'Whether the database answers',
    registers,
    async collect() {
      this.set((await state()) ? 1 : 0)
    },
  })
}
