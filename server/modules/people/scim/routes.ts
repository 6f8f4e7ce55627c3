import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, endpoint } from '#contract/kit/endpoint.ts'
import { scimPath } from '#contract/people/provisioning.ts'
import { publicUrl } from '#server/config.ts'
import { type AuditEntry, auditedTransaction } from '#server/kit/audit.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { notFound, Problem, toProblem, unauthenticated } from '#server/kit/problem.ts'
import { authorizeProgram, requireStorable } from '#server/kit/route.ts'
import type { Services } from '#server/services.ts'
import { discoveryDocuments } from './documents.ts'
import { createGroup, deleteGroup, patchGroup, readGroup, readGroups, replaceGroup } from './groups.ts'
import { listResponse, mediaType, project, scimError } from './protocol.ts'
import { createUser, deleteUser, patchUser, readUser, readUsers, replaceUser } from './users.ts'

type Run = (call: AuthenticatedCall, id: string) => Promise<unknown>

/** The calls by method and path; each answers a resource, a list, or nothing. */
const calls: [method: Endpoint['method'], path: string, run: Run][] = [
  ['GET', '/Users', readUsers],
  ['POST', '/Users', createUser],
  ['GET', '/Users/:id', readUser],
  ['PUT', '/Users/:id', replaceUser],
  ['PATCH', '/Users/:id', patchUser],
  ['DELETE', '/Users/:id', deleteUser],
  ['GET', '/Groups', readGroups],
  ['POST', '/Groups', createGroup],
  ['GET', '/Groups/:id', readGroup],
  ['PUT', '/Groups/:id', replaceGroup],
  ['PATCH', '/Groups/:id', patchGroup],
  ['DELETE', '/Groups/:id', deleteGroup],
]

function requireProvisioner({ actor, program }: FastifyRequest): void {
  if (!program)
    throw actor ? new Problem(403, 'SCIM requires an API key with the scope scim') : unauthenticated()
  authorizeProgram({ scope: 'scim' }, program)
}

/** The version in `If-Match`. @throws Problem 412 for one that no resource can have */
function expectedVersion(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null
  const [, version] = header.match(/^(?:W\/)?"?(\d{1,9})"?$/) ?? []
  if (version === undefined) throw new Problem(412, 'Someone else changed this record in the meantime.')
  return Number(version)
}

/** A call with the rights of a provider: the people of its organization, with their personal data. */
function provisionerCall(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): AuthenticatedCall {
  const { body, params, query, program } = request
  return {
    params,
    query,
    body,
    actor: { ...program, role: 'provisioner', hasRecentStepUp: true },
    grant: { reach: 'organization', personal: true, text: false },
    ifMatch: expectedVersion(request.headers['if-match']),
    db: services.database.db,
    services,
    request,
    reply,
    audit: () => {},
  } as unknown as AuthenticatedCall
}

/** Runs a change in a transaction with its activity log, in the name of the API key. */
const inTransaction = (call: AuthenticatedCall, services: Services, run: Run, id: string) =>
  auditedTransaction(
    services,
    { actor: call.request.program, requestId: call.request.id, ip: call.request.ip, source: 'server' },
    (db, audit: (entry: AuditEntry) => void) => run({ ...call, db, audit }, id),
  )

interface Resource {
  meta?: { location: string; version?: string }
  Resources?: object[]
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Resource | undefined) {
  if (!answer) return reply.code(204).send()
  const { meta, Resources } = answer
  if (meta?.version) reply.header('etag', meta.version)
  if (request.method === 'GET' && meta?.version && request.headers['if-none-match'] === meta.version)
    return reply.code(304).send()
  if (request.method === 'POST' && meta) reply.code(201).header('location', meta.location)
  const shown = Resources
    ? { ...answer, Resources: Resources.map(resource => project(resource, request.query)) }
    : project(answer, request.query)
  return reply.type(mediaType).send(JSON.stringify(shown))
}

function registerDiscovery(app: FastifyInstance, { config }: Services): void {
  const documents = discoveryDocuments(publicUrl(config))
  const serveDocument = (path: string, find: (id: string) => object | undefined) =>
    app.get(path, { schema: { hide: true } }, (request, reply) => {
      const document = find((request.params as { id?: string }).id ?? '')
      if (!document) throw notFound('This document')
      return reply.type(mediaType).send(JSON.stringify(document))
    })
  serveDocument('/ServiceProviderConfig', () => documents.config)
  for (const [path, list] of [
    ['/Schemas', documents.schemas],
    ['/ResourceTypes', documents.resourceTypes],
  ] as const) {
    serveDocument(path, () => listResponse(list, list.length))
    serveDocument(`${path}/:id`, id => (list as { id: string }[]).find(document => document.id === id))
  }
}

function registerErrors(app: FastifyInstance): void {
  const refuse = (reply: FastifyReply, problem: Problem) => {
    const { status, body } = scimError(problem)
    return reply.code(status).headers(problem.headers).type(mediaType).send(JSON.stringify(body))
  }
  app.setErrorHandler((error: Error, request, reply) => {
    const problem = toProblem(error as Problem)
    if (problem.status >= 500) request.log.error({ err: error }, 'call failed')
    return refuse(reply, problem)
  })
}

/** SCIM 2.0 (RFC 7643, RFC 7644): an identity provider manages the people of its organization and their roles. */
export default async (app: FastifyInstance, { services }: { services: Services }) => {
  await app.register(
    async scim => {
      scim.addContentTypeParser(mediaType, { parseAs: 'string' }, scim.getDefaultJsonParser('error', 'error'))
      registerErrors(scim)
      scim.addHook('onRequest', async request => requireProvisioner(request))
      scim.addHook('preValidation', async request => {
        requireStorable(request.body, 'body')
        requireStorable(request.query, 'query')
      })
      registerDiscovery(scim, services)
      // Ahead of the console, which answers other paths with its page.
      scim.route({
        method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
        url: '/*',
        schema: { hide: true },
        handler() {
          throw notFound('This path')
        },
      })
      for (const [method, path, run] of calls) {
        scim.route({
          method,
          url: path,
          schema: { hide: true },
          config: {
            endpoint: endpoint({
              method,
              path: `${scimPath}${path}`,
              summary: 'SCIM',
              access: 'signed-in',
            }) as Endpoint,
          },
          handler: async (request, reply) => {
            const call = provisionerCall(request, reply, services)
            const { id = '' } = request.params as { id?: string }
            const answer =
              method === 'GET' ? await run(call, id) : await inTransaction(call, services, run, id)
            return send(request, reply, answer as Resource | undefined)
          },
        })
      }
    },
    { prefix: scimPath },
  )
}
