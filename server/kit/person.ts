import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Role } from '#contract/kit/permissions.ts'
import type { Db } from '../db/open.ts'
import { serviceOrganization } from './audit.ts'
import type { AuthenticatedCall, UserCall } from './call.ts'
import { invalidField, notFound } from './problem.ts'
import { matchesKey, rowScope } from './table/scope.ts'

/** A person within the caller's scope. */
export interface AccessiblePerson {
  id: string
  user_id: number
  organization_id: string
  role: Role
}

/** Finds a person by id or `user_id`; null if they are outside the caller's scope. */
export async function findAccessiblePersonOrNull(
  call: AuthenticatedCall,
  key: string,
): Promise<AccessiblePerson | null> {
  const as = (column: 'person' | 'caregiver') =>
    rowScope(call, { organization: 'organization_id', [column]: 'id' })
  const result = await sql<AccessiblePerson>`
    select id, user_id, organization_id, role from people
    where ${matchesKey(key, true)} and deleted_at is null and (${as('person')} or ${as('caregiver')})`.execute(
    call.db,
  )
  return result.rows[0] ?? null
}

/**
 * Finds a person by id or `user_id`.
 * @param roles allowed roles; by default any
 * @throws Problem 404 if there is none in the caller's scope with such a role
 */
export async function findAccessiblePerson(
  call: AuthenticatedCall,
  key: string,
  roles?: readonly Role[],
): Promise<AccessiblePerson> {
  const person = await findAccessiblePersonOrNull(call, key)
  if (!person || (roles && !roles.includes(person.role))) throw notFound('This person')
  return person
}

/**
 * People who may sign in: neither they nor their organization is suspended or removed.
 * @param guarded whether a second factor is required of everyone, regardless of their organization
 */
export const activeUsers = (db: Db, guarded = false) =>
  db
    .selectFrom('people')
    .innerJoin('organizations', 'organizations.id', 'people.organization_id')
    .select([
      'people.id',
      'people.user_id as userId',
      'people.name',
      'people.email',
      'people.role',
      'people.organization_id as organizationId',
      sql<boolean>`(${guarded} or organizations.requires_second_factor) and not exists (select from totp_secrets
        where totp_secrets.person_id = people.id and totp_secrets.enabled_at is not null)`.as(
        'isSecondFactorMissing',
      ),
    ])
    .$narrowType<{ role: Role }>()
    .where('people.status', '=', 'active')
    .where('people.deleted_at', 'is', null)
    .where('organizations.status', '=', 'active')
    .where('organizations.deleted_at', 'is', null)

type Asking = UserCall & { query: { user_id?: string | undefined } }

const elderly: readonly Role[] = ['elderly_user']

/**
 * The elderly user that a call is about: given by `user_id`, or the caller if they are one.
 * @throws Problem 404 if the person is outside the caller's scope; 422 without `user_id`
 */
export function resolveTargetPerson(call: Asking): Promise<AccessiblePerson> {
  const key = call.query.user_id ?? (call.actor.role === 'elderly_user' ? call.actor.id : undefined)
  if (!key) throw invalidField('user_id', 'Specify the person with user_id')
  return findAccessiblePerson(call, key, elderly)
}

/** The caller, for calls about the own account. @throws Problem 404 if `user_id` is another person */
export const resolveSelf = (call: Asking): Promise<AccessiblePerson> =>
  findAccessiblePerson(call, call.query.user_id ?? call.actor.id)

/** The elderly user that a call is about; null without `user_id`, for everyone in the caller's scope. */
export const resolveOptionalTarget = async (call: Asking): Promise<AccessiblePerson | null> =>
  call.query.user_id || call.actor.role === 'elderly_user' ? resolveTargetPerson(call) : null

/** Generates a username such as `elsa-lindner-3f9c`. */
export function generateUsername(name: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['user']
  // A surrogate pair is not cut in half.
  const base = words
    .join('-')
    .slice(0, 50)
    .replace(/[\uD800-\uDBFF]$/, '')
  return `${base}-${randomBytes(2).toString('hex')}`
}

/** Ids of the active admins of an organization: for the service's own, those of the service. */
export async function listAdmins(db: Db, organization: string): Promise<string[]> {
  const roles: Role[] =
    organization === serviceOrganization ? ['super_admin', 'admin'] : ['organization_admin']
  const people = await db
    .selectFrom('people')
    .select('id')
    .where('organization_id', '=', organization)
    .where('role', 'in', roles)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .execute()
  return people.map(({ id }) => id)
}
