import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { type Grant, grant, programGrant } from '#contract/kit/permissions.ts'
import { serviceOrganization } from './audit.ts'
import type { Actor, Program } from './call.ts'
import { forbidden, Problem, stepUpRequired, unauthenticated, unstorable } from './problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the permission table gives the caller here; set before anything of the call is read. */
    grant: Grant | null
  }
}

export const ownRowsGrant: Grant = { reach: 'self', personal: true, text: true }

/** What a program may do here. @throws Problem 403 without the scope that the endpoint asks for. */
function authorizeProgram({ scope }: Endpoint, { organizationId, scopes }: Program): Grant {
  if (!scope) throw new Problem(403, 'This call is not open to API keys')
  if (!scopes.includes(scope)) throw new Problem(403, `This API key lacks the scope ${scope}`)
  return programGrant(organizationId === serviceOrganization)
}

/** One's own account: open to who must still set up a second factor. */
const isOwnAccount = ({ path }: Endpoint) => path.startsWith('/api/auth/') || path.startsWith('/api/2fa/')

/**
 * Holds off a session that is not enough by itself. 409 and not 403: the session stays, and the console asks.
 * @throws Problem 409 of kind `second-factor-missing` or `step-up`.
 */
function requireStepUp(endpoint: Endpoint, { hasRecentStepUp, isSecondFactorMissing }: Actor): void {
  if (isSecondFactorMissing && !isOwnAccount(endpoint))
    throw new Problem(409, 'Your organization requires two-factor authentication. Set it up first.', {
      kind: 'second-factor-missing',
    })
  if (endpoint.stepUp === true && !hasRecentStepUp) throw stepUpRequired()
}

/** What the caller may do here. @throws Problem 401 for a caller unknown, 403 where the table says no. */
function authorize(endpoint: Endpoint, { actor, program }: FastifyRequest): Grant {
  const { access } = endpoint
  if (access === 'public') return ownRowsGrant
  if (!actor && program) return authorizeProgram(endpoint, program)
  if (!actor) throw unauthenticated()
  const granted = access === 'signed-in' ? ownRowsGrant : grant(actor.role, access)
  if (!granted) throw forbidden()
  requireStepUp(endpoint, actor)
  return granted
}

const isForm = /^multipart\/form-data\s*;.*\bboundary=/i

/** Holds off what is no form where a form is asked for: a file is never sent as JSON. @throws Problem 415 */
function requireMultipart({ consumes }: Endpoint, { headers }: FastifyRequest): void {
  if (consumes === 'multipart/form-data' && !isForm.test(headers['content-type'] ?? ''))
    throw new Problem(415, `Send this as ${consumes}, with a boundary`)
}

/** Levels of nested objects and arrays: far more than any field has, and few enough for every recursive reader. */
const maxDepth = 64
/** Values in one request: validating more of them would hold up the event loop. */
const maxValues = 50_000

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

interface Member {
  value: unknown
  key: string
  parent: Member | null
  depth: number
}

/** JSON pointer of a member; of a deep one its field, because the whole would be as long as the request. */
function pointerOf(member: Member): string {
  const keys: string[] = []
  for (let at = member; at.parent; at = at.parent) keys.unshift(at.key)
  return ['#', ...keys.slice(0, keys.length > 8 ? 1 : 8)].join('/')
}

/**
 * Refuses texts that PostgreSQL cannot store, half surrogate pairs and U+0000, values that are nested too deeply, and too
 * many values, wherever in a request they are.
 * @throws Problem 422 that names the field
 */
export function requireStorable(value: unknown, side: 'body' | 'query'): void {
  const pending: Member[] = [{ value, key: '', parent: null, depth: 0 }]
  let count = 0
  const refuse = (member: Member, detail: string) =>
    new Problem(422, detail, { errors: [{ pointer: pointerOf(member), in: side, detail }] })
  for (let member = pending.pop(); member; member = pending.pop()) {
    const { value, depth } = member
    if (++count > maxValues) throw refuse(member, `A request may hold ${maxValues} values at most`)
    if (typeof value === 'string' && !isStorable(value))
      throw unstorable({ pointer: pointerOf(member), in: side })
    if (typeof value !== 'object' || value === null) continue
    if (depth >= maxDepth) throw refuse(member, `Values may be nested ${maxDepth} levels deep at most`)
    for (const key of Object.keys(value)) {
      if (!isStorable(key)) throw unstorable({ pointer: pointerOf(member), in: side })
      if (pending.length > maxValues) throw refuse(member, `A request may hold ${maxValues} values at most`)
      pending.push({ value: (value as Record<string, unknown>)[key], key, parent: member, depth: depth + 1 })
    }
  }
}

/** What the routes of all endpoints have in common, however they answer: where they are and who may come in. */
export const routeOptions = (endpoint: Endpoint) => ({
  method: endpoint.method,
  url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
  // Before the body is read: who may not call learns nothing of what the call would take.
  onRequest: async (request: FastifyRequest) => {
    request.grant = authorize(endpoint, request)
    requireMultipart(endpoint, request)
  },
  preValidation: async (request: FastifyRequest) => {
    if (!endpoint.consumes) requireStorable(request.body, 'body')
    requireStorable(request.query, 'query')
  },
  config: { endpoint },
  schema: { summary: endpoint.summary, querystring: endpoint.query },
})
