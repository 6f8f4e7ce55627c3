import { canAssignRole, type Role, staffRoles } from '#contract/kit/permissions.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { invalidField, Problem } from '#server/kit/problem.ts'
import type { Row, Values, WriteAct } from '#server/kit/table/config.ts'
import { countedRole, mustHaveRoom } from '#server/modules/billing/index.ts'

/** Fields that determine a person's permissions, or who can sign in as them. */
const identity = ['role', 'status', 'organization_id', 'username', 'email'] as const

/**
 * Validation shared by all lists of people.
 * @param fixedRole role of all people in a list of a single role.
 */
export const checkPerson =
  (fixed?: Role) =>
  async (call: AuthenticatedCall, row: Values, before: Row | null, act: WriteAct): Promise<void> => {
    if (fixed && act === 'create') row.role = fixed
    const was = before && ((fixed ?? before.role) as Role)
    const role = (row.role ?? was) as Role
    mustRank(call, row, before, was, act)
    mustStay(call, row, before, act)
    if (act === 'create') {
      const home = staffRoles.includes(role) ? serviceOrganization : undefined
      row.organization_id ??= call.grant.reach === 'all' ? home : call.actor.organizationId
      if (!row.organization_id)
        throw invalidField('organization_id', 'Say which organization they belong to', 422, 'homeless')
    }
    const isStaff = staffRoles.includes(role)
    const home = (row.organization_id ?? before?.organization_id) as string
    if (isStaff !== (home === serviceOrganization)) {
      throw invalidField(
        'role' in row && !fixed ? 'role' : 'organization_id',
        isStaff
          ? 'Staff belong to the service’s own organization'
          : 'A customer’s people belong to a customer’s organization',
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
 * Callers can only change people whose role they could assign. Exception: carers and elderly users themselves may
 * update an elderly user's record, except for the identity fields.
 */
function mustRank(
  { actor }: AuthenticatedCall,
  row: Values,
  before: Row | null,
  was: Role | null,
  act: WriteAct,
): void {
  if (row.role && row.role !== was && !canAssignRole(actor.role, row.role as Role)) {
    throw invalidField('role', 'You cannot give this role', 422, 'role')
  }
  if (!was || canAssignRole(actor.role, was)) return
  const changesIdentity = identity.some(name => name in row && row[name] !== before?.[name])
  if (was === 'elderly_user' && act === 'update' && !changesIdentity) return
  throw was === 'super_admin'
    ? new Problem(409, 'Only a super admin can change a super admin', { kind: 'rank', code: 'superRank' })
    : new Problem(409, 'Who they are and whether they may sign in is decided by an admin', {
        kind: 'rank',
        code: 'rank',
      })
}

/** Prevents callers from locking themselves out. */
function mustStay({ actor }: AuthenticatedCall, row: Values, before: Row | null, act: WriteAct): void {
  if (before?.id !== actor.id) return
  const demotes = ('role' in row && row.role !== before.role) || ('status' in row && row.status !== 'active')
  if (act === 'delete' || demotes) {
    throw new Problem(409, 'You cannot remove, suspend or demote yourself', { kind: 'self', code: 'self' })
  }
}
