import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/**
 * Lets go of every connection with the answer that is under way on it when the server closes. Fastify closes only
 * those that are idle at that moment; the others would be kept alive, and the close with them, for over a minute.
 */
export const drain = fp(async (app: FastifyInstance) => {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
  // For an answer whose header had been sent before.
  app.addHook('onResponse', async request => {
    if (closing) request.raw.socket.end()
  })
})
