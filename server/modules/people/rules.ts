import { mayAssign, type Role, staffRoles } from '#contract/permissions.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import type { KnownCall } from '#server/kit/call.ts'
import { invalid, Problem } from '#server/kit/problem.ts'
import type { Row, Values, WriteAct } from '#server/kit/table/facts.ts'
import { countedRole, mustHaveRoom } from '#server/modules/subscriptions/index.ts'

/** What decides who somebody is here, and who can sign in as them. */
const identity = ['role', 'status', 'organization_id', 'username', 'email'] as const

/**
 * What holds for everybody's row, whatever list it stands in.
 * @param fixed the role of all people of a list that does not show it.
 */
export const checkPerson =
  (fixed?: Role) =>
  async (call: KnownCall, row: Values, before: Row | null, act: WriteAct): Promise<void> => {
    if (fixed && act === 'create') row.role = fixed
    const was = before && ((fixed ?? before.role) as Role)
    const role = (row.role ?? was) as Role
    mustRank(call, row, before, was, act)
    mustStay(call, row, before, act)
    if (act === 'create') {
      const home = staffRoles.includes(role) ? serviceOrganization : undefined
      row.organization_id ??= call.grant.reach === 'all' ? home : call.actor.organizationId
      if (!row.organization_id) throw invalid('organization_id', 'Choose an organization', 422, 'homeless')
    }
    const isStaff = staffRoles.includes(role)
    const home = (row.organization_id ?? before?.organization_id) as string
    if (isStaff !== (home === serviceOrganization)) {
      throw invalid(
        'role' in row && !fixed ? 'role' : 'organization_id',
        isStaff
          ? 'Staff must belong to the service organization'
          : 'Customers’ people must belong to a customer organization',
        422,
        isStaff ? 'staffHome' : 'customerHome',
      )
    }
    const counted = countedRole(role)
    const isOneMore =
      act === 'create' || act === 'restore' || role !== was || home !== before?.organization_id
    if (counted && isOneMore && act !== 'delete') await mustHaveRoom(call.db, home, counted)
  }

/**
 * Nobody acts upon a role that they could not hand out. But an elderly user's record is also kept by those who look
 * after them, and by themself, as long as it is not about who they are.
 */
function mustRank(
  { actor }: KnownCall,
  row: Values,
  before: Row | null,
  was: Role | null,
  act: WriteAct,
): void {
  if (row.role && row.role !== was && !mayAssign(actor.role, row.role as Role)) {
    throw invalid('role', 'You can’t assign this role', 422, 'role')
  }
  if (!was || mayAssign(actor.role, was)) return
  const changesIdentity = identity.some(name => name in row && row[name] !== before?.[name])
  if (was === 'elderly_user' && act === 'update' && !changesIdentity) return
  throw was === 'super_admin'
    ? new Problem(409, 'Only a super admin can change a super admin', { kind: 'rank', code: 'superRank' })
    : new Problem(409, 'Only an admin can change this person’s identity or access', {
        kind: 'rank',
        code: 'rank',
      })
}

/** Nobody locks themself out. */
function mustStay({ actor }: KnownCall, row: Values, before: Row | null, act: WriteAct): void {
  if (before?.id !== actor.id) return
  const demotes = ('role' in row && row.role !== before.role) || ('status' in row && row.status !== 'active')
  if (act === 'delete' || demotes) {
    throw new Problem(409, 'You can’t remove, suspend or demote yourself', { kind: 'self', code: 'self' })
  }
}
