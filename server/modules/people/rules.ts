import { sql } from 'kysely'
import { canAssignRole, type Role, staffRoles } from '#contract/kit/permissions.ts'
import { isPrivileged } from '#contract/people/admins.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { type AuthenticatedCall, requireStepUp } from '#server/kit/call.ts'
import { invalidField, Problem } from '#server/kit/problem.ts'
import type { Row, Values, WriteAct } from '#server/kit/table/config.ts'
import { assertWithinPlan, planResourceOf } from '#server/modules/billing/index.ts'
import { getOrganizationDefaults } from './accounts.ts'

/** Fields that determine a person's permissions, or who can sign in as them. */
const identity = ['role', 'status', 'organization_id', 'username', 'email'] as const

/**
 * Validation shared by all lists of people.
 * @param fixedRole role of all people in a list of a single role.
 */
export const validatePerson =
  (fixed?: Role) =>
  async (call: AuthenticatedCall, row: Values, before: Row | null, act: WriteAct): Promise<void> => {
    if (fixed && act === 'create') row.role = fixed
    const was = before && ((fixed ?? before.role) as Role)
    const role = (row.role ?? was) as Role
    assertOutranks(call, row, before, was, act)
    assertNotLockingSelfOut(call, row, before, act)
    guardPrivileges(call, role, row, before, was, act)
    await assertAdminRemains(call, row, before, was, act)
    if (act === 'create') {
      const home = staffRoles.includes(role) ? serviceOrganization : undefined
      row.organization_id ??= call.grant.reach === 'all' ? home : call.actor.organizationId
      if (!row.organization_id)
        throw invalidField('organization_id', 'Choose an organization', 422, 'homeless')
    }
    const isStaff = staffRoles.includes(role)
    const home = (row.organization_id ?? before?.organization_id) as string
    if (isStaff !== (home === serviceOrganization)) {
      throw invalidField(
        'role' in row && !fixed ? 'role' : 'organization_id',
        isStaff
          ? 'Staff must belong to the service organization'
          : 'People with this role must belong to a customer organization',
        422,
        isStaff ? 'staffHome' : 'customerHome',
      )
    }
    if (act === 'create') {
      const defaults = await getOrganizationDefaults(call.db, home)
      if (defaults) {
        row.time_zone ??= defaults.time_zone
        row.locale ??= defaults.locale
      }
    }
    const counted = planResourceOf(role)
    const isOneMore =
      act === 'create' || act === 'restore' || role !== was || home !== before?.organization_id
    if (counted && isOneMore && act !== 'delete') await assertWithinPlan(call.db, home, counted)
  }

/**
 * Callers can only change people whose role they could assign. Exception: carers and elderly users themselves may
 * update an elderly user's record, except for the identity fields.
 */
function assertOutranks(
  { actor }: AuthenticatedCall,
  row: Values,
  before: Row | null,
  was: Role | null,
  act: WriteAct,
): void {
  if (row.role && row.role !== was && !canAssignRole(actor.role, row.role as Role)) {
    throw invalidField('role', 'You can’t assign this role', 422, 'role')
  }
  if (!was || canAssignRole(actor.role, was)) return
  const changesIdentity = identity.some(name => name in row && row[name] !== before?.[name])
  if (was === 'elderly_user' && act === 'update' && !changesIdentity) return
  throw was === 'super_admin'
    ? new Problem(409, 'Only a super admin can change a super admin', { kind: 'rank', code: 'superRank' })
    : new Problem(409, 'Only an admin can change this person’s identity or access', {
        kind: 'rank',
        code: 'rank',
      })
}

/** Step-up is required to give a person a privileged role, or access to an account that has one. */
function guardPrivileges(
  { actor }: AuthenticatedCall,
  role: Role,
  row: Values,
  before: Row | null,
  was: Role | null,
  act: WriteAct,
): void {
  if (!isPrivileged(role) || act === 'delete') return
  const isActivated = row.status === 'active' && before?.status !== 'active'
  const isMoved = row.organization_id !== undefined && row.organization_id !== before?.organization_id
  if (act !== 'update' || role !== was || isActivated || isMoved) requireStepUp(actor)
}

/**
 * Prevents an identity provider from leaving an organization without an active admin; people can't, because they can't
 * remove themselves. The organization is locked, so that two calls can't remove two admins at the same moment.
 */
async function assertAdminRemains(
  { actor, db }: AuthenticatedCall,
  row: Values,
  before: Row | null,
  was: Role | null,
  act: WriteAct,
): Promise<void> {
  if (actor.role !== 'provisioner' || was !== 'organization_admin' || before?.status !== 'active') return
  const isKept = (row.role ?? was) === was && (row.status ?? 'active') === 'active'
  if (act !== 'delete' && isKept) return
  await sql`select from organizations where id = ${actor.organizationId} for no key update`.execute(db)
  const other = await db
    .selectFrom('people')
    .select('id')
    .where('organization_id', '=', actor.organizationId)
    .where('role', '=', 'organization_admin')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where('id', '<>', before.id as string)
    .executeTakeFirst()
  if (!other)
    throw new Problem(409, 'This is the last active admin of the organization', { kind: 'last-admin' })
}

/** Prevents callers from locking themselves out. */
function assertNotLockingSelfOut(
  { actor }: AuthenticatedCall,
  row: Values,
  before: Row | null,
  act: WriteAct,
): void {
  if (before?.id !== actor.id) return
  const demotes = ('role' in row && row.role !== before.role) || ('status' in row && row.status !== 'active')
  if (act === 'delete' || demotes) {
    throw new Problem(409, 'You can’t remove, suspend or demote yourself', { kind: 'self', code: 'self' })
  }
}
