import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/** Logs one line per response, without URL, headers or body, which may contain secrets. */
export const callLog = fp(async (app: FastifyInstance) => {
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
