import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import type { Replica } from '../db/replica.ts'
import { notFound, Problem } from '../kit/problem.ts'
import { isForwarded } from './trusted-proxy.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The registry of Prometheus metrics; null where these are switched off. */
    metrics: Registry | null
  }
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether the request comes from this machine, and not through a proxy on it that is not configured. */
function isLocal(request: FastifyRequest, config: Config): boolean {
  const peer = request.raw.socket.remoteAddress ?? ''
  if (isForwarded(request) && !config.TRUST_PROXY?.trust(peer, 0)) return false
  return loopback.check(request.ip, isIP(request.ip) === 4 ? 'ipv4' : 'ipv6')
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The metrics of `/metrics`; null if it is switched off. */
    metrics: Registry | null
  }
}

/** Metrics reveal load and failures, so access is restricted. @throws Problem 401 or 403 */
function authorizeMetrics(request: FastifyRequest, config: Config): void {
  const { METRICS_TOKEN: expected } = config
  if (expected === undefined) {
    if (isLocal(request, config)) return
    throw new Problem(403, 'Metrics are only available from localhost unless METRICS_TOKEN is set')
  }
  const token = request.headers.authorization?.match(/^Bearer (\S+)$/i)?.[1] ?? ''
  if (!timingSafeEqual(digest(token), digest(expected)))
    throw new Problem(401, 'Send METRICS_TOKEN as a bearer token', {
      headers: { 'www-authenticate': 'Bearer' },
    })
}

/** Without replicas the metrics have no samples, so that rules and dashboards can name them everywhere. */
function addReplicaMetrics(register: Registry, replica: Replica | undefined): void {
  new Gauge({
    name: 'voicedeck_replica_lag_seconds',
    help: 'Age of the data of a replica; absent while it does not answer',
    labelNames: ['server'],
    registers: [register],
    collect() {
      this.reset()
      for (const { server, lagMs } of replica?.lags() ?? [])
        if (lagMs !== null) this.set({ server }, lagMs / 1_000)
    },
  })
  new Counter({
    name: 'voicedeck_replica_reads_total',
    help: 'Reads that may lag, by the server that answered them',
    labelNames: ['source'],
    registers: [register],
    collect() {
      this.reset()
      for (const [source, count] of Object.entries(replica?.counts ?? {})) this.inc({ source }, count)
    },
  })
}

/** Prometheus metrics at `/metrics`: process, database pool, response times by endpoint and status, and
 * what modules add by `app.metrics`. */
export const metrics = fp(
  async (
    app: FastifyInstance,
    { pool, replica, config }: Pick<Database, 'pool' | 'replica'> & { config: Config },
  ) => {
    if (config.METRICS === 'off') {
      app.decorate('metrics', null)
      // Otherwise the path would answer the console's page.
      app.get('/metrics', { logLevel: 'warn' }, async () => {
        throw notFound('This page')
      })
      return
    }
    const register = new Registry()
    app.decorate('metrics', register)
    collectDefaultMetrics({ register, prefix: 'voicedeck_' })
    const durations = new Histogram({
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
    addReplicaMetrics(register, replica)
    app.addHook('onResponse', async (request, reply) => {
      const { endpoint } = request.routeOptions.config
      // The duration of a stream is how long the client stayed connected.
      if (!endpoint || endpoint.kind === 'stream') return
      const labels = { method: request.method, path: endpoint.path, status: reply.statusCode }
      durations.observe(labels, reply.elapsedTime / 1000)
    })
    app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
      authorizeMetrics(request, config)
      return reply.type(register.contentType).send(await register.metrics())
    })
  },
)
