import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Grant, grant, programGrant } from '#contract/permissions.ts'
import { serviceOrganization } from './audit.ts'
import type { Program } from './call.ts'
import { forbidden, Problem, signedOut } from './problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the permission table gives the caller here; set before anything of the call is read. */
    grant: Grant | null
  }
}

export const ownRows: Grant = { reach: 'self', personal: true, text: true }

/** What a program may do here. @throws Problem 403 without the scope that the endpoint asks for. */
function admitProgram({ scope }: Endpoint, { organizationId, scopes }: Program): Grant {
  if (!scope) throw new Problem(403, 'This call is not open to API keys')
  if (!scopes.includes(scope)) throw new Problem(403, `This API key lacks the scope ${scope}`)
  return programGrant(organizationId === serviceOrganization)
}

/** What the caller may do here. @throws Problem 401 for a caller unknown, 403 where the table says no. */
function admit(endpoint: Endpoint, { actor, program }: FastifyRequest): Grant {
  const { access } = endpoint
  if (access === 'public') return ownRows
  if (!actor && program) return admitProgram(endpoint, program)
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
    request.grant = admit(endpoint, request)
  },
  config: { endpoint },
  schema: { summary: endpoint.summary, querystring: endpoint.query },
})
