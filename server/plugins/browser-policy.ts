import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/** What no page of ours needs is refused to all of them; the microphone is for speaking with the companion. */
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

/**
 * Tells browsers, with every answer, what pages of ours may do: scripts come from here alone and none stand in the page,
 * nothing frames us, no address of ours is told to others. Styles may stand in the page because antd puts its own there.
 * @param secure whether people reach us by TLS, which browsers are then told to insist upon
 */
export const browserPolicy = fp(async (app: FastifyInstance, { secure }: { secure: boolean }) => {
  await app.register(helmet, {
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
  app.addHook('onSend', async (_request, reply) => void reply.header('permissions-policy', permissions))
})
