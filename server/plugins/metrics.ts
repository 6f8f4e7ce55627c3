import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../db/open.ts'

/** Prometheus metrics at `/metrics`: process, database pool, and response times by endpoint and status. */
export const metrics = fp(async (app: FastifyInstance, { pool }: { pool: Database['pool'] }) => {
  const register = new Registry()
  collectDefaultMetrics({ register, prefix: 'voicedeck_' })
  const answers = new Histogram({
    name: 'voicedeck_http_request_duration_seconds',
    help: 'Response time of API calls',
    labelNames: ['method', 'path', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [register],
  })
  new Gauge({
    name: 'voicedeck_database_connections',
    help: 'Connections of the pool by state',
    labelNames: ['state'],
    registers: [register],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'waited_for' }, pool.waitingCount)
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    const { endpoint } = request.routeOptions.config
    // The duration of a stream is how long the client stayed connected.
    if (!endpoint || endpoint.kind === 'stream') return
    const labels = { method: request.method, path: endpoint.path, status: reply.statusCode }
    answers.observe(labels, reply.elapsedTime / 1000)
  })
  app.get('/metrics', { logLevel: 'warn' }, async (_request, reply) => {
    return reply.type(register.contentType).send(await register.metrics())
  })
})
