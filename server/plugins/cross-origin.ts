import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/** The script that shows the feed of device events on a page of anybody's. */
const script = '/device-feed.js'

/**
 * Opens to the pages of every origin what programs may call. That gives no page anything: the server reads no cookie,
 * so who calls must have been given a token or a key.
 * Fetch Standard, "CORS protocol".
 */
export const crossOrigin = fp(async (app: FastifyInstance) => {
  const open = new Set<string>()
  app.addHook('onRoute', ({ url, config, method }) => {
    if (!config?.endpoint?.scope || method === 'OPTIONS' || open.has(url)) return
    open.add(url)
    app.options(url, { schema: { hide: true } }, (_request, reply) =>
      reply
        .headers({
          'access-control-allow-origin': '*',
          'access-control-allow-methods': 'GET, POST, PUT',
          'access-control-allow-headers': 'authorization, content-type, last-event-id, x-api-key',
          'access-control-max-age': '7200',
        })
        .code(204)
        .send(),
    )
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.routeOptions.config.endpoint?.scope) {
      reply.header('access-control-allow-origin', '*')
      reply.header('access-control-expose-headers', 'retry-after, x-request-id, x-total-count')
    } else if (request.url.split('?')[0] === script) {
      reply.header('cross-origin-resource-policy', 'cross-origin')
    }
  })
})
