import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import Fastify, { type FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { Redis } from 'ioredis'
import { handleClientError, handleUnroutable, registerErrorHandlers } from './kit/problem.ts'
import { replySerializer } from './kit/reply.ts'
import { pageCacheInvalidation } from './kit/table/page-cache.ts'
import { plugins, socketRoutes } from './modules/index.ts'
import { browserPolicy } from './plugins/browser-policy.ts'
import { console as consoleFiles } from './plugins/console.ts'
import { crossOrigin } from './plugins/cross-origin.ts'
import { metrics } from './plugins/metrics.ts'
import { openapi } from './plugins/openapi.ts'
import { rateLimit } from './plugins/rate-limit/index.ts'
import { session, type Tokens } from './plugins/session.ts'
import { sockets } from './plugins/sockets.ts'
import { trustedProxy } from './plugins/trusted-proxy.ts'
import type { Services } from './services.ts'

/**
 * Closes each connection after its current response once the server is closing. Fastify only closes connections that
 * are idle at that moment; keep-alive on the others would delay the shutdown by more than a minute.
 */
const drain = fp(async (app: FastifyInstance) => {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
  // The headers may have been sent already.
  app.addHook('onResponse', async request => {
    if (closing) request.raw.socket.end()
  })
})

/** Logs one line per response, without URL, headers or body, which may contain secrets. */
const callLog = fp(async (app: FastifyInstance) => {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: request.routeOptions.config.endpoint?.path ?? request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user_id: request.actor?.userId,
        api_key: request.program?.id,
      },
      'call',
    )
  })
})

/** Builds the Fastify instance without listening; tests inject requests into it. */
export async function createApp(
  services: Services,
  tokens: Tokens,
  redis: Redis | null = null,
): Promise<FastifyInstance> {
  const { config, database, log } = services
  const app = Fastify({
    loggerInstance: log,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    trustProxy: config.TRUST_PROXY?.trust ?? false,
    bodyLimit: 1_048_576,
    requestTimeout: 30_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    clientErrorHandler: handleClientError,
    frameworkErrors: handleUnroutable,
    routerOptions: { maxParamLength: 200 },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(replySerializer(log))
  app.decorate('searches', new Map())
  app.addHook('onClose', services.changes.subscribe(pageCacheInvalidation))
  registerErrorHandlers(app)
  app.addHook('onSend', async (request, reply) => void reply.header('x-request-id', request.id))

  await app.register(trustedProxy, { trust: config.TRUST_PROXY?.trust })
  await app.register(drain)
  await app.register(browserPolicy, { secure: config.PUBLIC_URL?.startsWith('https:') ?? false })
  await app.register(compress, { global: true, threshold: 2_048, encodings: ['br', 'gzip'] })
  await app.register(crossOrigin, { origins: config.ALLOWED_ORIGINS })
  await app.register(session, { db: database.reserved.alarms, tokens, config })
  await app.register(callLog)
  await app.register(rateLimit, { db: database.db, redis, factor: config.RATE_LIMIT_FACTOR })
  await app.register(metrics, {
    pool: database.pool,
    config,
    ...(database.replica && { replica: database.replica }),
  })
  await app.register(openapi)
  for (const plugin of plugins) await app.register(plugin, { services, tokens })
  await app.register(sockets, { services, tokens, routes: socketRoutes })
  await app.register(consoleFiles)
  return app
}
