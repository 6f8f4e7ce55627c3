import { sql } from 'kysely'
import { Admin, adminRoles, admins } from '#contract/admins.ts'
import { mayAssign, type Role, staffRoles } from '#contract/permissions.ts'
import type { Db } from '#server/db/open.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import type { SignedInCall } from '#server/kit/call.ts'
import { invalid, Problem } from '#server/kit/problem.ts'
import { table } from '#server/kit/table/table.ts'

export const adminTable = table({
  table: 'people',
  resource: 'admins',
  schema: Admin,
  list: admins.list,
  owner: { organization: 'organization_id' },
  where: sql<boolean>`role = any(${sql.lit(`{${adminRoles.join(',')}}`)})`,
  keepsRemoved: true,
  check(call, row, before) {
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
})

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

/** Ends every session of a person: their role, status or organization is no longer what the session was opened for. */
export const endSessions = (db: Db, personId: string) =>
  db
    .updateTable('sessions')
    .set({ revoked_at: sql`now()` })
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .execute()
