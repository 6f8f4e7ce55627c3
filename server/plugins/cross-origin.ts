import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

/** The embeddable script that shows device events on a third-party page. */
const script = '/device-feed.js'

/**
 * CORS headers for endpoints with an API key scope. Not a protection by itself: the server reads no cookies, so every
 * caller needs a token or key. Fetch Standard, "CORS protocol".
 * @param origins such as `https://one.example`; `*` allows every origin
 */
export const crossOrigin = fp(async (app: FastifyInstance, { origins }: { origins: readonly string[] }) => {
  const forAll = origins.includes('*')

  /** Sets the CORS headers if the origin is allowed. */
  function allow({ headers: { origin } }: FastifyRequest, reply: FastifyReply): boolean {
    if (!forAll) reply.header('vary', 'origin')
    const allowed = forAll ? '*' : origins.find(one => one === origin)
    if (!allowed) return false
    reply.header('access-control-allow-origin', allowed)
    return true
  }

  const open = new Set<string>()
  app.addHook('onRoute', ({ url, config, method }) => {
    if (!config?.endpoint?.scope || method === 'OPTIONS' || open.has(url)) return
    open.add(url)
    app.options(url, { schema: { hide: true } }, (request, reply) => {
      if (allow(request, reply)) {
        reply.headers({
          'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
          'access-control-allow-headers':
            'authorization, content-type, if-match, last-event-id, x-api-key, x-confirm, x-dry-run',
          'access-control-max-age': '7200',
        })
      }
      return reply.code(204).send()
    })
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.routeOptions.config.endpoint?.scope) {
      if (allow(request, reply))
        reply.header(
          'access-control-expose-headers',
          'link, retry-after, x-data-age, x-request-id, x-total-count',
        )
    } else if (request.url.split('?')[0] === script) {
      reply.header('cross-origin-resource-policy', 'cross-origin')
    }
  })
})
