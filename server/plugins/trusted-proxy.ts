import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { Problem } from '../kit/problem.ts'
import type { TrustProxy } from '../trust-proxy.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** When a forwarding header from an address outside `TRUST_PROXY` was last ignored; null if never. */
    ignoredForwarding: { lastSeen: Date | null }
  }
}

/** Whether the request says that it came through a proxy, trusted or not. */
export const isForwarded = ({ headers }: FastifyRequest) =>
  headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined

/**
 * Notices a wrong `TRUST_PROXY`: remembers ignored forwarding headers for the system status, and refuses a client
 * address that is none, which more hops than there are proxies lead to.
 */
export const trustedProxy = fp(async (app: FastifyInstance, { trust }: { trust: TrustProxy | undefined }) => {
  const ignored: FastifyInstance['ignoredForwarding'] = { lastSeen: null }
  app.decorate('ignoredForwarding', ignored)
  app.addHook('onRequest', async request => {
    if (!isForwarded(request)) return
    if (trust?.(request.raw.socket.remoteAddress ?? '', 0)) {
      if (isIP(request.ip) === 0) throw new Problem(400, 'X-Forwarded-For does not contain an IP address')
      return
    }
    if (!ignored.lastSeen)
      request.log.warn('X-Forwarded-For was ignored: set TRUST_PROXY if the server is behind a proxy')
    ignored.lastSeen = new Date()
  })
})
