import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { can, type Grant, grant, programGrant } from '#contract/kit/permissions.ts'
import { serviceOrganization } from './audit.ts'
import type { Actor, Program } from './call.ts'
import { forbidden, Problem, stepUpRequired, unauthenticated, unstorable } from './problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's grant for this endpoint, set before the request body is read. */
    grant: Grant | null
  }
}

export const ownRowsGrant: Grant = { reach: 'self', personal: true, text: true }

/** The grant of a program. @throws Problem 403 without the scope of the endpoint */
export function authorizeProgram(
  { scope }: Pick<Endpoint, 'scope'>,
  { organizationId, scopes }: Program,
): Grant {
  if (!scope) throw new Problem(403, 'API keys can’t make this call')
  if (!scopes.includes(scope)) throw new Problem(403, `This API key lacks the scope ${scope}`)
  return programGrant(organizationId === serviceOrganization)
}

/** Endpoints of the own account, open to people who still have to set up a second factor. */
const isOwnAccount = ({ path }: Endpoint) => path.startsWith('/api/auth/') || path.startsWith('/api/2fa/')

/**
 * Refuses a session that needs a second factor or step-up. 409 and not 403: the session stays valid.
 * @throws Problem 409 of kind `second-factor-missing` or `step-up`.
 */
function requireStepUp(endpoint: Endpoint, { hasRecentStepUp, isSecondFactorMissing }: Actor): void {
  if (isSecondFactorMissing && !isOwnAccount(endpoint))
    throw new Problem(409, 'Your organization requires two-factor authentication. Set it up first.', {
      kind: 'second-factor-missing',
    })
  if (endpoint.stepUp === true && !hasRecentStepUp) throw stepUpRequired()
}

/** The grant of the caller. @throws Problem 401 without a session, 403 without the permission */
function authorize(endpoint: Endpoint, { actor, program }: FastifyRequest): Grant {
  const { access } = endpoint
  if (access === 'public') return ownRowsGrant
  if (!actor && program) {
    const granted = authorizeProgram(endpoint, program)
    return access === 'signed-in' ? { ...granted, reach: 'self' } : granted
  }
  if (!actor) throw unauthenticated()
  const granted = access === 'signed-in' ? ownRowsGrant : grant(actor.role, access)
  if (!granted) throw forbidden()
  requireStepUp(endpoint, actor)
  return granted
}

/** Whether {@link authorize} accepts the caller, step-up aside. */
export function mayCall({ access, scope }: Endpoint, { actor, program }: FastifyRequest): boolean {
  if (access === 'public') return true
  if (!actor) return scope !== undefined && program?.scopes.includes(scope) === true
  return access === 'signed-in' || can(actor.role, access)
}

const isForm = /^multipart\/form-data\s*;.*\bboundary=/i

/** Requires a multipart form for uploads. @throws Problem 415 */
function requireMultipart({ consumes }: Endpoint, { headers }: FastifyRequest): void {
  if (consumes === 'multipart/form-data' && !isForm.test(headers['content-type'] ?? ''))
    throw new Problem(415, `Send the body as ${consumes} with a boundary`)
}

/** Maximum nesting depth: more than any field needs, and safe for recursive code. */
const maxDepth = 64
/** Maximum number of values in a request: validating more would block the event loop. */
const maxValues = 50_000

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

interface Member {
  value: unknown
  key: string
  parent: Member | null
  depth: number
}

/** JSON pointer of a member; for a deep one only its field, because the whole could be as long as the request. */
function pointerOf(member: Member): string {
  const keys: string[] = []
  for (let at = member; at.parent; at = at.parent) keys.unshift(at.key)
  return ['#', ...keys.slice(0, keys.length > 8 ? 1 : 8)].join('/')
}

/**
 * Refuses texts that PostgreSQL cannot store (lone surrogates and U+0000), values that are nested too deeply, and too many
 * values, anywhere in a request.
 * @throws Problem 422 that names the field
 */
export function requireStorable(value: unknown, side: 'body' | 'query'): void {
  const pending: Member[] = [{ value, key: '', parent: null, depth: 0 }]
  let count = 0
  const refuse = (member: Member, detail: string) =>
    new Problem(422, detail, { errors: [{ pointer: pointerOf(member), in: side, detail }] })
  for (let member = pending.pop(); member; member = pending.pop()) {
    const { value, depth } = member
    if (++count > maxValues) throw refuse(member, `A request can contain up to ${maxValues} values`)
    if (typeof value === 'string' && !isStorable(value))
      throw unstorable({ pointer: pointerOf(member), in: side })
    if (typeof value !== 'object' || value === null) continue
    if (depth >= maxDepth) throw refuse(member, `Values can be nested up to ${maxDepth} levels deep`)
    for (const key of Object.keys(value)) {
      if (!isStorable(key)) throw unstorable({ pointer: pointerOf(member), in: side })
      if (pending.length > maxValues) throw refuse(member, `A request can contain up to ${maxValues} values`)
      pending.push({ value: (value as Record<string, unknown>)[key], key, parent: member, depth: depth + 1 })
    }
  }
}

/** Route options of all endpoints: method, path and authorization. */
export const routeOptions = (endpoint: Endpoint) => ({
  method: endpoint.method,
  url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
  ...(endpoint.maxBodyBytes !== undefined && { bodyLimit: endpoint.maxBodyBytes }),
  // Before the body is read, so that unauthorized callers learn nothing about the expected input.
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
