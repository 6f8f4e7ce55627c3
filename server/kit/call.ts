import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/kit/endpoint.ts'
import type { Grant, Role, Scope } from '#contract/kit/permissions.ts'
import type { Db } from '../db/open.ts'
import type { Services } from '../services.ts'
import type { AuditEntry } from './audit.ts'

/** A person who is calling. */
export interface Actor {
  id: string
  userId: number
  name: string
  email: string | null
  role: Role
  organizationId: string
  sessionId: string
  /** Whether whoever holds the session proved lately who they are. */
  hasRecentStepUp: boolean
  /** Whether their organization asks for a second factor that they have not set up. */
  isSecondFactorMissing: boolean
}

/** A program that is calling, by an API key of its organization. */
export interface Program {
  id: string
  userId: null
  name: string
  email: null
  role: 'api_key'
  organizationId: string
  scopes: readonly Scope[]
  /** Set where it is a device, calling by the key it was registered with: it speaks for itself alone. */
  deviceId?: string
}

/** Whether an endpoint is open to API keys. */
type IsOpenToKeys<E> = E extends { scope?: infer Key } ? ([Key] extends [undefined] ? false : true) : false
type ActorOf<E> =
  E extends Endpoint<string, z.ZodType, z.ZodType, z.ZodType, 'public'>
    ? Actor | null
    : IsOpenToKeys<E> extends true
      ? Actor | Program
      : Actor
type PathOf<E> = E extends Endpoint<infer Path> ? Path : never

/** One call as its handler sees it: validated input, who asks, what they reach, and the database. */
export interface Call<E extends Endpoint = Endpoint> {
  params: ParamsOf<PathOf<E>>
  query: QueryOf<E>
  body: BodyOf<E>
  actor: ActorOf<E>
  /** What the permission table grants; for calls that ask no permission, the caller's own rows. */
  grant: Grant
  /** The version an update expects to find, from `If-Match`. */
  ifMatch: number | null
  /** A transaction when the call changes something, else the pool. */
  db: Db
  services: Services
  request: FastifyRequest
  reply: FastifyReply
  /** Writes an activity log in the call's own transaction. */
  audit(entry: AuditEntry): void
}

/** A call of somebody known, a person or a program, whatever its endpoint. */
export type AuthenticatedCall = Omit<Call, 'actor'> & { actor: Actor | Program }

/** A call after sign-in, whatever its endpoint. */
export type UserCall = Omit<Call, 'actor'> & { actor: Actor }
