import { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import helmet, { type HelmetOptions } from 'helmet'

/** Browser features that the console does not need are disabled; the microphone is for talking to the companion. */
const permissions = Object.entries({
  camera: '()',
  'display-capture': '()',
  geolocation: '(self)',
  microphone: '(self)',
  payment: '()',
  'publickey-credentials-create': '(self)',
  'publickey-credentials-get': '(self)',
  usb: '()',
})
  .map(([feature, allowed]) => `${feature}=${allowed}`)
  .join(', ')

/** The headers that Helmet sets, which are the same for every reply. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {}
  const reply = Object.assign(Object.create(ServerResponse.prototype), {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader() {},
  })
  helmet(options)({} as never, reply, error => {
    if (error) throw error
  })
  return headers
}

/**
 * Sets security headers: no third-party or inline scripts, no framing, no cross-origin referrer. Inline styles are
 * allowed because antd injects its styles.
 * @param secure whether the console is served over TLS; enables HSTS and upgrade-insecure-requests
 */
export const browserPolicy = fp(async (app: FastifyInstance, { secure }: { secure: boolean }) => {
  const headers = headersOf({
    contentSecurityPolicy: {
      useDefaults: true,
      directives: {
        'base-uri': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'connect-src': ["'self'"],
        'font-src': ["'self'", 'data:'],
        'img-src': ["'self'", 'data:', 'blob:'],
        'media-src': ["'self'", 'blob:'],
        'frame-ancestors': ["'none'"],
        'upgrade-insecure-requests': secure ? [] : null,
      },
    },
    frameguard: { action: 'deny' },
    strictTransportSecurity: secure,
    referrerPolicy: { policy: 'same-origin' },
  })
  headers['permissions-policy'] = permissions
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
})
