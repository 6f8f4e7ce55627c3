import { sql } from 'kysely'
import type { Role } from '#contract/kit/permissions.ts'
import type { AuthenticatedCall } from './call.ts'
import { notFound } from './problem.ts'
import { matchesKey } from './table/named.ts'
import { rowScope } from './table/scope.ts'

/** A person as calls about them need to know them. */
export interface AccessiblePerson {
  id: string
  user_id: number
  organization_id: string
  role: Role
}

/** The person whom an id or a `user_id` names, if the call reaches them; else null. */
export async function findAccessiblePersonOrNull(
  call: AuthenticatedCall,
  key: string,
): Promise<AccessiblePerson | null> {
  const as = (column: 'person' | 'caregiver') =>
    rowScope(call, { organization: 'organization_id', [column]: 'id' })
  const found = await sql<AccessiblePerson>`
    select id, user_id, organization_id, role from people
    where ${matchesKey(key, true)} and deleted_at is null and (${as('person')} or ${as('caregiver')})`.execute(
    call.db,
  )
  return found.rows[0] ?? null
}

/**
 * The person whom an id or a `user_id` names.
 * @param roles what they must be, where that matters.
 * @throws Problem 404 when the call reaches nobody of that name and role.
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
