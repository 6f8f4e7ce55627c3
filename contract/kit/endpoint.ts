import { z } from 'zod'
import type { Listing } from './listing.ts'
import type { Permission, Scope } from './permissions.ts'

/** The names in braces of a path: `/api/devices/{id}` → `'id'`. */
type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never
export type ParamsOf<Path extends string> = { [name in ParamNames<Path>]: string }

/** What database connections are reserved for. */
export type ReservedFor = 'alarms' | 'sign-in'

/** How often a caller may ask, by the kind of work a call makes. */
export const rateLimitClasses = ['read', 'write', 'telemetry', 'credentials', 'mail'] as const
export type RateLimitClass = (typeof rateLimitClasses)[number]

/** Open to everyone, to everyone signed in, or to those whom the permission table grants it. */
export type Access = 'public' | 'signed-in' | Permission

/** One call of the API: everything that both sides, and everyone else, need to know of it. */
export interface Endpoint<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Who extends Access = Access,
  List extends Listing | undefined = Listing | undefined,
  Key extends Scope | undefined = Scope | undefined,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: Path
  /** One line for the API's reader, in the imperative. */
  summary: string
  access: Who
  /** What an API key needs to make the call; without it, none may. */
  scope?: Key
  query: Query
  body: Body
  reply: Reply
  status: 200 | 201 | 202 | 204
  rateLimit: RateLimitClass
  /** Set on sign-out and on raising and acknowledging alarms: no rate limit refuses these. */
  unlimited?: true
  /**
   * Set where a session is not enough and recent step-up authentication is required: always, or only if the call gives
   * a privileged role.
   */
  stepUp?: true | 'privileged-role'
  /**
   * Set on calls that run on database connections of their own, so that they answer whatever other calls do: alarms with
   * health checks, and sign-in, which attackers may flood.
   */
  reserved?: ReservedFor
  /** The media type of the body, where that is not JSON. */
  consumes?: 'text/csv' | 'multipart/form-data' | 'application/x-www-form-urlencoded'
  /** Set on lists. */
  listing?: List
  /** Set where the answer is not one JSON document, or where the kit answers instead of a module. */
  kind?: 'stream' | 'bulk'
}

type Given<E extends Endpoint> = Pick<E, 'method' | 'path' | 'summary' | 'access'> & Partial<E>

/** States a call; what is left out is empty, answered by 200, and paced by its method. */
export function endpoint<
  const Path extends string,
  Query extends z.ZodType = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined,
  Reply extends z.ZodType = z.ZodVoid,
  const Who extends Access = Access,
  List extends Listing | undefined = undefined,
  const Key extends Scope | undefined = undefined,
>(
  given: Given<Endpoint<Path, Query, Body, Reply, Who, List, Key>>,
): Endpoint<Path, Query, Body, Reply, Who, List, Key> {
  return {
    query: z.strictObject({}) as unknown as Query,
    body: z.undefined() as unknown as Body,
    reply: z.void() as unknown as Reply,
    status: 'reply' in given ? 200 : 204,
    rateLimit: given.method === 'GET' ? 'read' : 'write',
    ...given,
  }
}

/** The events of a stream: the name of each, and the schema of its data. */
export type Events = Record<string, z.ZodType>

/** A call that is answered by Server-Sent Events until either side ends them. */
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

/** States a stream. */
export const stream = <
  const Path extends string,
  Query extends z.ZodType,
  const Who extends Access,
  Sent extends Events,
  const Key extends Scope | undefined = undefined,
>({
  events,
  ...given
}: Pick<
  Stream<Path, Query, Who, Sent, Key>,
  'path' | 'summary' | 'access' | 'scope' | 'query' | 'events'
>): Stream<Path, Query, Who, Sent, Key> => ({
  ...endpoint<Path, Query, z.ZodUndefined, z.ZodVoid, Who, undefined, Key>({
    ...given,
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
