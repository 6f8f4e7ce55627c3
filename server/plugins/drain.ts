import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/**
 * Closes each connection after its current response once the server is closing. Fastify only closes connections that
 * are idle at that moment; keep-alive on the others would delay the shutdown by more than a minute.
 */
export const drain = fp(async (app: FastifyInstance) => {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
  // For a response whose headers were sent before.
  app.addHook('onResponse', async request => {
    if (closing) request.raw.socket.end()
  })
})
