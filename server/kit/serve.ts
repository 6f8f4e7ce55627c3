import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { BulkEndpoint } from '#contract/kit/bulk.ts'
import type { Endpoint, Endpoints, Stream } from '#contract/kit/endpoint.ts'
import type { ListQuery } from '#contract/kit/listing.ts'
import type { Grant, Permission } from '#contract/kit/permissions.ts'
import type { RestEndpoint } from '#contract/kit/rest.ts'
import type { RowGroupsEndpoint } from '#contract/kit/row-groups.ts'
import type { Services } from '../services.ts'
import { type AuditEntry, auditedTransaction, markAsRestore } from './audit.ts'
import { registerBulkCalls } from './bulk/act-on-row.ts'
import { bulkHandler } from './bulk/orders.ts'
import type { AuthenticatedCall, Call } from './call.ts'
import {
  dryRunServices,
  isDryRun,
  noDryRun,
  type Proposal,
  propose,
  redactProposal,
  requireConfirmed,
} from './dry-run.ts'
import { exportList } from './export/export.ts'
import {
  type File,
  type FileHandler,
  type Handler,
  isFile,
  isList,
  isOutsideTransaction,
  type ListHandler,
  type OutsideTransactionHandler,
  type Search,
  type WithTransaction,
} from './handlers.ts'
import { redactPii } from './personal.ts'
import { findHandler, registerHandler, registerResource } from './resources.ts'
import { restHandler } from './rest.ts'
import { ownRowsGrant, routeOptions } from './route.ts'
import { registerStream, type StreamHandler } from './stream.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The search of each resource, with the permission that it requires. */
    searches: Map<string, { listedBy: Permission; search: Search }>
  }
}

type Row = Record<string, unknown>

type HandlerOf<E extends Endpoint> = E extends Stream
  ? StreamHandler<E>
  : Handler<E> | ListHandler<E> | OutsideTransactionHandler<E> | FileHandler<E>
/** The handlers of a module; bulk requests and second addresses are handled by the kit. */
export type Handlers<Group extends Endpoints> = {
  [name in keyof Group as Group[name] extends BulkEndpoint | RestEndpoint | RowGroupsEndpoint
    ? never
    : name]: HandlerOf<Group[name]>
}

/** Record version of an `If-Match` header. */
const parseVersion = (header: string | undefined) => {
  const match = header?.match(/^(?:W\/)?"?(\d+)"?$/)
  return match ? Number(match[1]) : null
}

/** The audit entry of a change whose handler recorded none. */
function defaultEntries(endpoint: Endpoint, params: Row, reply: unknown): AuditEntry[] {
  if (typeof endpoint.access === 'string') return []
  const id = (reply as { id?: unknown } | undefined)?.id ?? params.id
  return [
    {
      action: endpoint.access.action,
      resourceType: endpoint.access.area,
      resourceId: id ? String(id) : null,
    },
  ]
}

/**
 * Creates a Fastify plugin from a group of endpoints and their handlers; a missing handler or a wrong reply does not
 * compile. Each call is authorized, and validated and serialized with the endpoint's schemas. Calls that change something
 * run in one transaction with their activity log, and are published after the commit.
 */
export const serve =
  <Group extends Endpoints>(endpoints: Group) =>
  (handlers: Handlers<Group>) =>
  async (app: FastifyInstance, { services }: { services: Services }): Promise<void> => {
    registerResource(endpoints, handlers)
    registerBulkCalls(endpoints, handlers)
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const handler: unknown = (handlers as Record<string, unknown>)[name]
      if (endpoint.kind === 'stream') {
        registerStream(app, services, endpoint as Stream, handler as StreamHandler)
      } else if (endpoint.kind === 'bulk') {
        mount(app, services, endpoint, bulkHandler(endpoint as BulkEndpoint))
      } else if (endpoint.kind === 'rest') {
        mount(app, services, endpoint, restHandler(endpoint as RestEndpoint))
      } else if (endpoint.kind === 'groups') {
        mount(app, services, endpoint, groupsHandler(endpoint as RowGroupsEndpoint))
      } else {
        registerHandler(endpoint, handler as object)
        mount(app, services, endpoint, handler as HandlerOf<Endpoint>)
      }
    }
  }

/** Answers for the groups of a list by the list's handler. */
function groupsHandler({ source }: RowGroupsEndpoint): Handler {
  const { groups } = findHandler(source) as ListHandler
  return call => groups(call as AuthenticatedCall)
}

function mount(
  app: FastifyInstance,
  services: Services,
  endpoint: Endpoint,
  handler: HandlerOf<Endpoint>,
): void {
  const { method, access, body, consumes, reply: replySchema, status, listing, mayLag } = endpoint
  const { database: pools } = services
  const database = endpoint.reserved ? { ...pools, db: pools.reserved[endpoint.reserved] } : pools
  const redact = redactPii(replySchema)
  // Without a reply schema, no field of the record is known to be safe.
  const redactRecord = replySchema instanceof z.ZodVoid ? () => null : redact
  const isChange = method !== 'GET'
  const supportsDryRun =
    typeof access !== 'string' && !endpoint.unlimited && !isFile(handler) && !isOutsideTransaction(handler)
  // Append-only lists are polled, not pushed: nearly every call would change them.
  const isPolled = listing?.keyset !== undefined || listing?.isVolatile
  if (isList(handler) && handler.resource && typeof access !== 'string') {
    if (!isPolled) services.changes.register(handler.resource, access)
    if (handler.search) app.searches.set(handler.resource, { listedBy: access, search: handler.search })
  }

  async function handleRequest(request: FastifyRequest, reply: FastifyReply) {
    const actor = request.actor ?? (access === 'public' ? null : request.program)
    const grant = request.grant ?? ownRowsGrant
    const recordedEntries: AuditEntry[] = []
    const isDry = isChange && isDryRun(request)
    if (isDry && !supportsDryRun) throw noDryRun()
    const call = {
      params: request.params,
      query: request.query,
      body: request.body,
      actor,
      grant,
      ifMatch: parseVersion(request.headers['if-match']),
      db: database.db,
      services: isDry ? dryRunServices(services) : services,
      request,
      reply,
      audit: (entry: AuditEntry) => recordedEntries.push(entry),
    } as unknown as Call

    const withTransaction: WithTransaction = callback => {
      const origin = { actor, requestId: request.id, ip: request.ip, source: 'server' } as const
      const { changes, log } = services
      return auditedTransaction({ database, changes, log }, origin, async (db, audit) => {
        const result = await callback(db)
        const entries = recordedEntries.splice(0)
        if (entries.length === 0) entries.push(...defaultEntries(endpoint, request.params as Row, result))
        requireConfirmed(request, entries)
        const restored = request.headers['x-restores']
        for (const entry of entries)
          audit(typeof restored === 'string' ? await markAsRestore(db, entry, restored) : entry)
        return result
      })
    }

    if (isList(handler) && listing && (call.query as ListQuery)._format) {
      const read = (one: Call) => exportList(handler, one as AuthenticatedCall, listing)
      return sendFile(reply, await (mayLag ? readFromReplica(call, read) : read(call)))
    }
    if (isFile(handler)) return sendFile(reply, await handler.run(call, withTransaction))
    if (isOutsideTransaction(handler)) {
      const result = await handler.run(call, withTransaction)
      if (isChange && actor) await pools.replica?.noteWrite(actor.id)
      return sendResult(request, reply, grant, result)
    }
    const handle = isList(handler) ? handler.page : (handler as Handler)
    const runChange = () => withTransaction(async db => handle({ ...call, db }))
    if (isDry) return sendProposal(reply, grant, await propose(runChange))
    if (isChange) return sendResult(request, reply, grant, await runChange())
    const read = async (one: Call) => handle(one)
    return sendResult(
      request,
      reply,
      grant,
      await (mayLag === true ? readFromReplica(call, read) : read(call)),
    )
  }

  /** Sends what a dry run would change. */
  function sendProposal(reply: FastifyReply, grant: Grant, proposal: Proposal) {
    reply
      .code(200)
      .type('application/json; charset=utf-8')
      .serializer((value: unknown) => JSON.stringify(value))
    return grant.personal ? proposal : redactProposal(proposal, redactRecord)
  }

  /** Sends the result of a call, or 304 if its handler has set an entity tag that the caller already has. */
  function sendResult(request: FastifyRequest, reply: FastifyReply, grant: Grant, result: unknown) {
    const etag = reply.getHeader('etag')
    if (!isChange && etag !== undefined && request.headers['if-none-match'] === etag) {
      reply.code(304)
      return ''
    }
    const row = result as Row | undefined
    if (typeof row?.version === 'number') reply.header('etag', `"${row.version}"`)
    if (listing && typeof row?.total === 'number') reply.header('x-total-count', String(row.total))
    reply.code(status)
    return grant.personal ? result : redact(result)
  }

  const route = routeOptions(endpoint)
  app.route({
    ...route,
    handler: handleRequest,
    schema: {
      ...route.schema,
      ...(!(body instanceof z.ZodUndefined) && { body }),
      ...(consumes && { consumes: [consumes] }),
      ...(!(replySchema instanceof z.ZodVoid) && { response: { [status]: replySchema } }),
    },
  })
}

/** Maximum time in milliseconds that the reader of a file may take for one chunk. */
const readerTimeoutMs = 30_000

function sendFile(reply: FastifyReply, { name, type, content, onClose }: File) {
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .serializer((value: string) => value)
  const stream = Readable.from(
    untilReaderStops(content, readerTimeoutMs, error => stream.destroy(error)),
    { objectMode: false },
  )
  if (onClose) stream.once('close', onClose)
  return stream
}

/** Passes chunks through; calls `onTimeout` if the reader does not consume one in time. */
export async function* untilReaderStops<Chunk>(
  chunks: AsyncIterable<Chunk>,
  timeoutMs: number,
  onTimeout: (error: Error) => void,
): AsyncGenerator<Chunk> {
  for await (const chunk of chunks) {
    const timer = setTimeout(() => onTimeout(new Error('the client stopped reading the file')), timeoutMs)
    try {
      yield chunk
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Reaches whose rows do not depend on assignments and consents: those are never read from a replica. */
const fixedReaches = ['all', 'organization']

/**
 * Reads from a replica if there is one, with the age of the data in seconds as `x-data-age`.
 * @param read may run twice, the second time on the primary
 */
async function readFromReplica<T>(call: Call, read: (call: Call) => Promise<T>): Promise<T> {
  const { actor, grant, reply, services } = call
  const { replica } = services.database
  if (!replica || !actor || !fixedReaches.includes(grant.reach)) return read(call)
  const { result, ageMs } = await replica.read(actor.id, database =>
    read({ ...call, db: database.db, services: { ...services, database } }),
  )
  if (ageMs !== null) reply.header('x-data-age', (ageMs / 1_000).toFixed(1))
  return result
}
