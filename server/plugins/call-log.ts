import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/** One line for each answered call: never its address, headers or body as they came, which may hold secrets. */
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
