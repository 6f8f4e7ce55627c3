import { z } from 'zod'
import type { Listing } from './listing.ts'
import type { Permission, Scope } from './permissions.ts'

/** Path parameters: `/api/devices/{id}` → `'id'`. */
type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never
export type ParamsOf<Path extends string> = { [name in ParamNames<Path>]: string }

/** Endpoint groups with reserved database connections. */
export type ReservedFor = 'alarms' | 'sign-in'

/** Rate limit class, by the kind of work. */
export const rateLimitClasses = ['read', 'write', 'telemetry', 'credentials', 'mail', 'model'] as const
export type RateLimitClass = (typeof rateLimitClasses)[number]

/** Public, for signed-in callers, or for callers with a permission. */
export type Access = 'public' | 'signed-in' | Permission

/** An endpoint of the API, from which server, console and OpenAPI document are derived. */
export interface Endpoint<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Who extends Access = Access,
  List extends Listing | undefined = Listing | undefined,
  Key extends Scope | undefined = Scope | undefined,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: Path
  /** One line in the imperative, for the API documentation. */
  summary: string
  access: Who
  /** Scope that allows API keys to make the call; without it, keys are refused. */
  scope?: Key
  query: Query
  body: Body
  reply: Reply
  status: 200 | 201 | 202 | 204
  rateLimit: RateLimitClass
  /** Exempts the call from rate limits: sign-out, raising and acknowledging alarms. */
  unlimited?: true
  /** Requires recent step-up authentication: always, or only if the call grants a privileged role. */
  stepUp?: true | 'privileged-role'
  /**
   * Uses a reserved pool of database connections, so that the call responds regardless of other load: alarms and
   * health checks, and sign-in, which attackers may flood.
   */
  reserved?: ReservedFor
  /**
   * May be answered from a standby of the database whose data is some seconds old; `export`: only files of the list.
   * Never for anything that decides, and not for lists whose changes are pushed: their refetch would miss the change.
   */
  mayLag?: true | 'export'
  /** Media type of the body if it is not JSON. */
  consumes?: 'text/csv' | 'multipart/form-data' | 'application/x-www-form-urlencoded'
  /** Maximum size of the body in bytes, if more than the usual 1 MiB. */
  maxBodyBytes?: number
  /** Set for lists. */
  listing?: List
  /** `stream`: Server-Sent Events. `bulk`, `rest` and `groups`: served by the kit, without a handler. */
  kind?: 'stream' | 'bulk' | 'rest' | 'groups'
}

type EndpointDefinition<E extends Endpoint> = Pick<E, 'method' | 'path' | 'summary' | 'access'> & Partial<E>

const emptyQuery = z.strictObject({})
const emptyBody = z.undefined()
const emptyReply = z.void()

/**
 * Declares an endpoint. Defaults: no parameters, no body, status 200 (204 without a reply), rate limit class by
 * method.
 */
export function endpoint<
  const Path extends string,
  Query extends z.ZodType = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined,
  Reply extends z.ZodType = z.ZodVoid,
  const Who extends Access = Access,
  List extends Listing | undefined = undefined,
  const Key extends Scope | undefined = undefined,
>(
  definition: EndpointDefinition<Endpoint<Path, Query, Body, Reply, Who, List, Key>>,
): Endpoint<Path, Query, Body, Reply, Who, List, Key> {
  return {
    query: emptyQuery as unknown as Query,
    body: emptyBody as unknown as Body,
    reply: emptyReply as unknown as Reply,
    status: 'reply' in definition ? 200 : 204,
    rateLimit: definition.method === 'GET' ? 'read' : 'write',
    ...definition,
  }
}

/** Data schemas of a stream's events, by event name. */
export type Events = Record<string, z.ZodType>

/** An endpoint that replies with Server-Sent Events until either side closes the stream. */
export interface Stream<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Who extends Access = Access,
  Sent extends Events = Events,
  Key extends Scope | undefined = Scope | undefined,
> extends Endpoint<Path, Query, z.ZodUndefined, z.ZodVoid, Who, undefined, Key> {
  kind: 'stream'
  events: Sent
}

/** Declares a stream. */
export const stream = <
  const Path extends string,
  Query extends z.ZodType,
  const Who extends Access,
  Sent extends Events,
  const Key extends Scope | undefined = undefined,
>({
  events,
  ...definition
}: Pick<
  Stream<Path, Query, Who, Sent, Key>,
  'path' | 'summary' | 'access' | 'scope' | 'query' | 'events'
>): Stream<Path, Query, Who, Sent, Key> => ({
  ...endpoint<Path, Query, z.ZodUndefined, z.ZodVoid, Who, undefined, Key>({
    ...definition,
    method: 'GET',
    status: 200,
  }),
  kind: 'stream',
  events,
})

export type Endpoints = Record<string, Endpoint>
export type QueryOf<E> = E extends Endpoint<string, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never
export type BodyOf<E> = E extends Endpoint<string, z.ZodType, infer B, z.ZodType> ? z.output<B> : never
export type ReplyOf<E> = E extends Endpoint<string, z.ZodType, z.ZodType, infer R> ? z.output<R> : never
