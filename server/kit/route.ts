import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Grant, grant } from '#contract/permissions.ts'
import type { Actor } from './call.ts'
import { forbidden, signedOut } from './problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the permission table gives the caller here; set before anything of the call is read. */
    grant: Grant | null
  }
}

export const ownRows: Grant = { reach: 'self', personal: true, text: true }

/** What the caller may do here. @throws Problem 401 without a session, 403 where the table says no. */
function admit({ access }: Endpoint, actor: Actor | null): Grant {
  if (access === 'public') return ownRows
  if (!actor) throw signedOut()
  if (access === 'signed-in') return ownRows
  const granted = grant(actor.role, access)
  if (!granted) throw forbidden()
  return granted
}

/** What the routes of all endpoints have in common, however they answer: where they are and who may come in. */
export const routeOf = (endpoint: Endpoint) => ({
  method: endpoint.method,
  url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
  // Before the body is read: who may not call learns nothing of what the call would take.
  onRequest: async (request: FastifyRequest) => {
    request.grant = admit(endpoint, request.actor)
  },
  config: { endpoint },
  schema: { summary: endpoint.summary, querystring: endpoint.query },
})
