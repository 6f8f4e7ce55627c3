import { sql } from 'kysely'
import { Admin, adminRoles, admins, PersonRole } from '#contract/admins.ts'
import { mayAssign, type Role, staffRoles } from '#contract/permissions.ts'
import type { Db } from '#server/db/open.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import type { SignedInCall } from '#server/kit/call.ts'
import { invalid, Problem } from '#server/kit/problem.ts'
import { table } from '#server/kit/table/table.ts'

/** What holds for everybody's row, whatever list it stands in. */
const people = {
  table: 'people',
  resource: 'admins',
  list: admins.list,
  owner: { organization: 'organization_id' },
  keepsRemoved: true,
  check(call: SignedInCall, row: Record<string, unknown>, before: Record<string, unknown> | null) {
    mustRank(call, row, before)
    if (!before)
      row.organization_id ??= call.grant.reach === 'all' ? serviceOrganization : call.actor.organizationId
    const role = (row.role ?? before?.role) as Role
    const organization = row.organization_id ?? before?.organization_id
    if (staffRoles.includes(role) !== (organization === serviceOrganization)) {
      throw invalid(
        'role' in row ? 'role' : 'organization_id',
        staffRoles.includes(role)
          ? 'Staff belong to the service’s own organization'
          : 'A customer’s admin belongs to a customer’s organization',
      )
    }
  },
} as const

/** The service's staff and the customers' own admins. */
export const adminTable = table({
  ...people,
  schema: Admin,
  where: sql<boolean>`role = any(${sql.lit(`{${adminRoles.join(',')}}`)})`,
})

/** Anybody, as far as their role goes. */
export const personTable = table({ ...people, schema: PersonRole })

/** The id of the person whom an id or a `user_id` names; what names nobody comes back as it was given. */
export async function personId(db: Db, given: string): Promise<string> {
  if (!/^\d{1,9}$/.test(given)) return given
  const found = await db
    .selectFrom('people')
    .select('id')
    .where('user_id', '=', Number(given))
    .executeTakeFirst()
  return found?.id ?? given
}

/** Nobody acts upon a role that they could not hand out, nor locks themself out. */
function mustRank(
  { actor }: SignedInCall,
  row: Record<string, unknown>,
  before: Record<string, unknown> | null,
): void {
  if (row.role && !mayAssign(actor.role, row.role as Role)) throw invalid('role', 'You cannot give this role')
  if (before && !mayAssign(actor.role, before.role as Role)) {
    throw new Problem(409, 'Only a super admin can change a super admin', { kind: 'rank' })
  }
  const removes = before && Object.keys(row).length === 0
  const demotes = ('role' in row && row.role !== before?.role) || ('status' in row && row.status !== 'active')
  if (before?.id === actor.id && (removes || demotes)) {
    throw new Problem(409, 'You cannot remove, suspend or demote yourself', { kind: 'self' })
  }
}
