import type { FastifyInstance } from 'fastify'
import { validate as isUuid } from 'uuid'
import { notFound } from '#server/kit/problem.ts'
import type { Services } from '#server/services.ts'
import { keepResponse } from '../flows.ts'
import { metadata, metadataPath, responsePath } from './service-provider.ts'

/** Maximum size of a posted form in bytes. */
const maxBytes = 300_000
/** A state as `startFlow` makes it. */
const statePattern = /^[\w-]{43}$/

const organizationOf = (params: unknown) => (params as { organization: string }).organization

/**
 * Receives responses of SAML providers (HTTP POST binding), and serves the metadata that they are set up with. A response
 * is verified only after the browser that started the sign-in has asked for it.
 */
export default async (app: FastifyInstance, { services }: { services: Services }) => {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBytes },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )

  app.post(responsePath, { schema: { hide: true } }, async ({ body, params }, reply) => {
    const form = body instanceof URLSearchParams ? body : new URLSearchParams()
    const [state, response] = [form.get('RelayState') ?? '', form.get('SAMLResponse')]
    const organizationId = organizationOf(params)
    // RelayState comes from anyone and is only ever a state: it never says where to go.
    const isState = statePattern.test(state)
    if (isState && response && isUuid(organizationId))
      await keepResponse(services, organizationId, state, response)
    const query = isState ? `?${new URLSearchParams({ state })}` : ''
    return reply.header('cache-control', 'no-store').redirect(`/single-sign-on/callback${query}`, 303)
  })

  app.get(metadataPath, { schema: { hide: true } }, async ({ params }, reply) => {
    const organizationId = organizationOf(params)
    if (!isUuid(organizationId)) throw notFound('This organization')
    return reply
      .type('application/samlmetadata+xml')
      .header('content-disposition', 'attachment; filename="voicedeck-saml-metadata.xml"')
      .send(await metadata(services.config, organizationId.toLowerCase()))
  })
}
