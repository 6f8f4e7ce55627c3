import type { FastifyInstance } from 'fastify'
import { Counter, Gauge } from 'prom-client'
import { copyStatus } from '#server/rollups/index.ts'
import type { Services } from '#server/services.ts'

/** Adds the state of the copy in ClickHouse to `/metrics`. Without ClickHouse the metrics have no samples. */
export function registerCopyMetrics(app: FastifyInstance, { database, copy }: Services): void {
  if (!app.metrics) return
  const registers = [app.metrics]
  new Gauge({
    name: 'voicedeck_clickhouse_lag_seconds',
    help: 'Age of the oldest change that is not yet copied to ClickHouse',
    registers,
    async collect() {
      this.remove()
      const status = copy && (await copyStatus(database.db).catch(() => undefined))
      if (status) this.set(status.lag_seconds)
    },
  })
  new Counter({
    name: 'voicedeck_clickhouse_reads_total',
    help: 'Reads of figures, by what answered them',
    labelNames: ['source'],
    registers,
    collect() {
      this.reset()
      for (const [source, count] of Object.entries(copy?.counts ?? {})) this.inc({ source }, count)
    },
  })
  new Counter({
    name: 'voicedeck_clickhouse_rows_total',
    help: 'Rows that this instance copied to ClickHouse',
    registers,
    collect() {
      this.reset()
      if (copy) this.inc(copy.copied.rows)
    },
  })
}
