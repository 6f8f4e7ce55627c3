import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/kit/endpoint.ts'
import type { Grant, Role, Scope } from '#contract/kit/permissions.ts'
import type { Db } from '../db/open.ts'
import type { Services } from '../services.ts'
import type { AuditEntry } from './audit.ts'
import { stepUpRequired } from './problem.ts'

/** The signed-in person who makes a call. */
export interface Actor {
  id: string
  userId: number
  name: string
  email: string | null
  role: Role
  organizationId: string
  sessionId: string
  /** Whether step-up authentication succeeded recently in this session. */
  hasRecentStepUp: boolean
  /** Whether a second factor is required but not set up. */
  isSecondFactorMissing: boolean
}

/** A program that makes a call with an API key of its organization. */
export interface Program {
  id: string
  userId: null
  name: string
  email: null
  /** `provisioner`: an identity provider that calls by SCIM, with a key that a person made after step-up. */
  role: 'api_key' | 'provisioner'
  organizationId: string
  scopes: readonly Scope[]
  /** Set for a provisioner: its key proves what a person would prove by step-up. */
  hasRecentStepUp?: true
  /** Set for a device that calls with its device key; it may only act for itself. */
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

/** A call as passed to its handler: validated input, caller, grant and database. */
export interface Call<E extends Endpoint = Endpoint> {
  params: ParamsOf<PathOf<E>>
  query: QueryOf<E>
  body: BodyOf<E>
  actor: ActorOf<E>
  /** The grant from the permission table; without a required permission, the caller's own rows. */
  grant: Grant
  /** The version an update expects to find, from `If-Match`. */
  ifMatch: number | null
  /** A transaction if the call changes something, otherwise the pool. */
  db: Db
  services: Services
  request: FastifyRequest
  reply: FastifyReply
  /** Adds an entry to the activity log in the call's transaction. */
  audit(entry: AuditEntry): void
}

/** A call by a person or a program, of any endpoint. */
export type AuthenticatedCall = Omit<Call, 'actor'> & { actor: Actor | Program }

/** A call by a signed-in person, of any endpoint. */
export type UserCall = Omit<Call, 'actor'> & { actor: Actor }

/**
 * Requires recent step-up authentication, for calls, jobs, imports and undos alike. A job has the step-up state of the
 * call that started it.
 * @throws Problem 409 of kind `step-up`
 */
export function requireStepUp(actor: Actor | Program): void {
  if (!('hasRecentStepUp' in actor && actor.hasRecentStepUp)) throw stepUpRequired()
}
