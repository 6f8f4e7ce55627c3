import { z } from 'zod'
import { ApiKey } from '../identity/index.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant } from '../kit/fields.ts'
import { listing, maxPageSize } from '../kit/listing.ts'
import { may } from '../kit/permissions.ts'
import { Person, PersonRole } from './people.ts'

/** A person who may sign in. */
export const ReviewedPerson = Person.pick({
  id: true,
  user_id: true,
  name: true,
  email: true,
  organization_id: true,
  status: true,
  last_login: true,
}).extend({
  role: PersonRole.shape.role,
  has_second_factor: z.boolean(),
  /** Number of open sessions. */
  sessions: z.int(),
  created_at: Instant,
})

/** An active API key. */
export const ReviewedKey = ApiKey.pick({
  id: true,
  name: true,
  prefix: true,
  scopes: true,
  organization_id: true,
  last_used_at: true,
  created_at: true,
}).extend({
  creator_name: z.string().nullable(),
  /** Whether the person who made the key is suspended or removed. */
  creator_left: z.boolean(),
})

/** Rows that were not used for this many days, or never since their creation. */
const idleFilter = { idle_days: z.coerce.number().int().min(0).max(3_650) }

const Chosen = z.object({ ids: z.array(Id).min(1).max(maxPageSize) })

export const accessReview = {
  people: endpoint({
    method: 'GET',
    path: '/api/access-review/people',
    summary: 'List people who may sign in, with their last sign-in and second factor',
    access: may('access_review', 'list'),
    ...listing('reviewed_people', ReviewedPerson, {
      filter: ['role', 'status', 'organization_id', 'has_second_factor', 'name', 'email', 'last_login'],
      sort: ['name', 'email', 'role', 'status', 'last_login', 'created_at'],
      search: ['name', 'email'],
      also: idleFilter,
      isVolatile: true,
    }),
  }),
  keys: endpoint({
    method: 'GET',
    path: '/api/access-review/keys',
    summary: 'List active API keys, with their last use and who made them',
    access: may('access_review', 'list'),
    ...listing('reviewed_keys', ReviewedKey, {
      filter: ['organization_id', 'creator_left', 'name', 'prefix', 'last_used_at', 'created_at'],
      sort: ['name', 'last_used_at', 'created_at'],
      search: ['name', 'prefix'],
      also: idleFilter,
      isVolatile: true,
    }),
  }),
  endSessions: endpoint({
    method: 'POST',
    path: '/api/access-review/end-sessions',
    summary: 'End all sessions of these people, except your current one',
    access: may('access_review', 'update'),
    stepUp: true,
    body: Chosen,
    reply: z.object({ ended: z.int() }),
  }),
  revokeKeys: endpoint({
    method: 'POST',
    path: '/api/access-review/revoke-keys',
    summary: 'Revoke these API keys',
    access: may('access_review', 'delete'),
    stepUp: true,
    body: Chosen,
    reply: z.object({ revoked: z.int() }),
  }),
}
