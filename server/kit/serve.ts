import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import type { BulkEndpoint } from '#contract/kit/bulk.ts'
import type { Endpoint, Endpoints, ReplyOf, Stream } from '#contract/kit/endpoint.ts'
import type { ListQuery } from '#contract/kit/listing.ts'
import type { Permission } from '#contract/kit/permissions.ts'
import type { Db } from '../db/open.ts'
import type { Services } from '../services.ts'
import { type AuditEntry, rememberFilterValues, writeAuditLogs } from './audit.ts'
import { bulkHandler } from './bulk/orders.ts'
import type { AuthenticatedCall, Call } from './call.ts'
import { exportList } from './export/export.ts'
import { redactPii } from './personal.ts'
import { registerResource } from './resources.ts'
import { markAsRestore } from './restored.ts'
import { ownRowsGrant, routeOptions } from './route.ts'
import { registerStream, type StreamHandler } from './stream.ts'
import type { ScoredHit, SearchTerms } from './table/search.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** How to find records of each kind, and what one must be allowed to find them. */
    searches: Map<string, { listedBy: Permission; search: Search }>
  }
}

type Row = Record<string, unknown>
/** @returns null where the caller may not even see what the rows are called. */
export type Search = (
  call: AuthenticatedCall,
  wanted: SearchTerms,
  most: number,
) => RawBuilder<ScoredHit> | null
export type Handler<E extends Endpoint = Endpoint> = (call: Call<E>) => Promise<ReplyOf<E>> | ReplyOf<E>

/** A list is answered by the page or, as a file, by all its rows in order. */
export interface ListHandler<E extends Endpoint = Endpoint> {
  /** What the activity log calls the rows; their changes are then told live. */
  resource?: string
  page: Handler<E>
  /** Prepares to read them, in batches within a transaction; throws at once what is refused. */
  rows(call: Call<E>): (transaction: Db) => AsyncIterable<Row[]>
  selected(call: Call<E>): RawBuilder<Selected>
  /** Finds rows by words, as one of the queries of a search over all kinds. */
  search?: Search
}

/** A row of a list's selection, as far as a bulk job needs to know it. */
export interface Selected {
  id: string
  title: string | null
  version: number | null
}

/**
 * A handler with slow work beside its change (hashing a password): it runs outside a transaction and opens one
 * by `change`, with the activity logs recorded until then.
 */
export interface OutsideTransactionHandler<E extends Endpoint = Endpoint> {
  outsideTransaction(call: Call<E>, withTransaction: WithTransaction): Promise<ReplyOf<E>>
}

/** A call that is answered by a file, written while it is read; what it changes it does by `change`. */
export interface FileHandler<E extends Endpoint = Endpoint> {
  file(call: Call<E>, withTransaction: WithTransaction): Promise<File> | File
}

export interface File {
  name: string
  /** The media type. */
  type: string
  content: AsyncIterable<string | Uint8Array>
}

/** Opens the transaction of a change, together with the activity logs recorded until its end. */
export type WithTransaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>

type HandlerOf<E extends Endpoint> = E extends Stream
  ? StreamHandler<E>
  : Handler<E> | ListHandler<E> | OutsideTransactionHandler<E> | FileHandler<E>
/** The handlers that a module gives; orders of bulk jobs are answered by the kit. */
export type Handlers<Group extends Endpoints> = {
  [name in keyof Group as Group[name] extends BulkEndpoint ? never : name]: HandlerOf<Group[name]>
}

const version = (header: string | undefined) => {
  const found = header?.match(/^(?:W\/)?"?(\d+)"?$/)
  return found ? Number(found[1]) : null
}

/** What a change is called in the activity log when its handler records nothing itself. */
function byDefault(endpoint: Endpoint, params: Row, reply: unknown): AuditEntry[] {
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
 * Turns a group of endpoint values and their handlers into a Fastify plugin: a forgotten handler or a wrong reply does
 * not compile. Every call is validated, admitted by the permission table, and answered in the shape of its schema;
 * one that changes something runs in a transaction together with its activity log, and is told live once that has
 * committed.
 */
export const serve =
  <Group extends Endpoints>(endpoints: Group) =>
  (handlers: Handlers<Group>) =>
  async (app: FastifyInstance, { services }: { services: Services }): Promise<void> => {
    registerResource(endpoints, handlers)
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const handler: unknown = (handlers as Record<string, unknown>)[name]
      if (endpoint.kind === 'stream') {
        registerStream(app, services, endpoint as Stream, handler as StreamHandler)
      } else if (endpoint.kind === 'bulk') {
        mount(app, services, endpoint, bulkHandler(endpoint as BulkEndpoint, endpoints, handlers))
      } else mount(app, services, endpoint, handler as HandlerOf<Endpoint>)
    }
  }

function mount(
  app: FastifyInstance,
  services: Services,
  endpoint: Endpoint,
  handler: HandlerOf<Endpoint>,
): void {
  const { method, access, body, consumes, reply: replySchema, status, listing } = endpoint
  const hide = redactPii(replySchema)
  const changes = method !== 'GET'
  // What only ever grows does so with nearly every call, and what passes does so with none: whoever looks at it polls.
  const polled = listing?.keyset !== undefined || listing?.isVolatile
  if ('rows' in handler && handler.resource && typeof access !== 'string' && !polled)
    services.changes.register(handler.resource, access)
  if ('rows' in handler && handler.resource && handler.search && typeof access !== 'string')
    app.searches.set(handler.resource, { listedBy: access, search: handler.search })

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const actor = request.actor ?? (access === 'public' ? null : request.program)
    const granted = request.grant ?? ownRowsGrant
    const entries: AuditEntry[] = []
    const call = {
      params: request.params,
      query: request.query,
      body: request.body,
      actor,
      grant: granted,
      ifMatch: version(request.headers['if-match']),
      db: services.database.db,
      services,
      request,
      reply,
      audit: (entry: AuditEntry) => entries.push(entry),
    } as unknown as Call

    const change: WithTransaction = async work => {
      const { said, logs } = await services.database.db.transaction().execute(async db => {
        const said = await work(db)
        if (entries.length === 0) entries.push(...byDefault(endpoint, request.params as Row, said))
        const origin = { actor, requestId: request.id, ip: request.ip, source: 'server' } as const
        const restores = request.headers['x-restores']
        const told =
          typeof restores === 'string'
            ? await Promise.all(entries.map(entry => markAsRestore(db, entry, restores)))
            : entries
        return { said, logs: await writeAuditLogs(db, told, origin) }
      })
      // What this transaction told is not told again by a next one of the same call.
      rememberFilterValues(entries.splice(0))
      services.changes.publishLogs(logs)
      return said
    }

    if ('rows' in handler && listing && (call.query as ListQuery)._format)
      return sendFile(reply, await exportList(handler, call as AuthenticatedCall, listing))
    if ('file' in handler) return sendFile(reply, await handler.file(call, change))
    let answered: unknown
    if ('outsideTransaction' in handler) answered = await handler.outsideTransaction(call, change)
    else {
      const page = 'page' in handler ? handler.page : handler
      answered = changes ? await change(async db => page({ ...call, db })) : await page(call)
    }

    const row = answered as Row | undefined
    // The handler has said what its answer is known by, and the caller knows it.
    const etag = reply.getHeader('etag')
    if (!changes && etag !== undefined && request.headers['if-none-match'] === etag) {
      reply.code(304)
      return ''
    }
    if (typeof row?.version === 'number') reply.header('etag', `"${row.version}"`)
    if (listing && typeof row?.total === 'number') reply.header('x-total-count', String(row.total))
    reply.code(status)
    return granted.personal ? answered : hide(answered)
  }

  const route = routeOptions(endpoint)
  app.route({
    ...route,
    handler: answer,
    schema: {
      ...route.schema,
      ...(!(body instanceof z.ZodUndefined) && { body }),
      ...(consumes && { consumes: [consumes] }),
      ...(!(replySchema instanceof z.ZodVoid) && { response: { [status]: replySchema } }),
    },
  })
}

function sendFile(reply: FastifyReply, { name, type, content }: File) {
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .serializer((value: string) => value)
  return Readable.from(content, { objectMode: false })
}
