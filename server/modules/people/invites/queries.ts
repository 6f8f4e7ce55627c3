import { sql } from 'kysely'
import { canAssignRole, type Role, staffRoles } from '#contract/kit/permissions.ts'
import { isPrivileged } from '#contract/people/admins.ts'
import { Invite, invites } from '#contract/people/invites.ts'
import type { Db } from '#server/db/open.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { type AuthenticatedCall, requireStepUp } from '#server/kit/call.ts'
import { invalidField, Problem } from '#server/kit/problem.ts'
import type { Values } from '#server/kit/table/config.ts'
import { table } from '#server/kit/table/table.ts'
import { hashLinkToken } from '#server/modules/identity/index.ts'

export const inviteTable = table({
  table: 'invites',
  view: 'sent_invites',
  resource: 'invites',
  schema: Invite,
  list: invites.list,
  owner: { organization: 'organization_id' },
  removal: { markedBy: 'revoked_at', isShown: true },
  async check(call, row, before, act) {
    if (act === 'create') await validateInvite(call, row)
    if (before?.status === 'accepted' || before?.status === 'revoked')
      throw new Problem(409, `This invitation is already ${before.status}`, { kind: 'invite-over' })
  },
})

/** Staff must belong to the service organization, everyone else to a customer organization. */
async function validateInvite({ actor, db, grant }: AuthenticatedCall, row: Values): Promise<void> {
  const role = row.role as Role
  if (!canAssignRole(actor.role, role)) throw invalidField('role', 'You can’t assign this role', 422, 'role')
  if (isPrivileged(role)) requireStepUp(actor)
  const isStaff = staffRoles.includes(role)
  const home = isStaff ? serviceOrganization : undefined
  row.organization_id ??= grant.reach === 'all' ? home : actor.organizationId
  if (!row.organization_id)
    throw invalidField('organization_id', 'Choose an organization for this invitation')
  if (isStaff !== (row.organization_id === serviceOrganization))
    throw invalidField('organization_id', 'Only staff can belong to the service organization')
  const email = (row.email as string).toLowerCase()
  if (await hasAccount(db, email)) throw invalidField('email', 'This address already has an account', 409)
  if (await hasPendingInviteFor(db, email))
    throw invalidField('email', 'This address already has a pending invitation', 409)
}

const hasAccount = (db: Db, email: string) =>
  db
    .selectFrom('people')
    .select('id')
    .where(sql`lower(email)`, '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Neither accepted nor revoked nor expired. */
const open = sql<boolean>`invites.accepted_at is null and invites.revoked_at is null
  and invites.expires_at > now()`

const hasPendingInviteFor = (db: Db, email: string) =>
  db.selectFrom('invites').select('id').where(sql`lower(email)`, '=', email).where(open).executeTakeFirst()

/** A pending invitation with the values for its e-mail. */
export const findPendingInvite = (db: Db, id: string) =>
  db
    .selectFrom('invites')
    .innerJoin('people', 'people.id', 'invites.invited_by')
    .innerJoin('organizations', 'organizations.id', 'invites.organization_id')
    .select([
      'invites.email',
      'invites.role',
      'invites.expires_at',
      'people.name as inviter',
      'organizations.name as organization',
      'organizations.locale',
      'organizations.time_zone',
    ])
    .where('invites.id', '=', id)
    .where(open)
    .executeTakeFirst()

const isPendingWithToken = (
  token: string,
) => sql<boolean>`invites.token_hash = ${hashLinkToken(token)} and ${open}
  and invites.organization_id in (select id from organizations where status = 'active' and deleted_at is null)`

export const findInviteByToken = (db: Db, token: string) =>
  db
    .selectFrom('invites')
    .select(['role', 'organization_id as organizationId'])
    .where(isPendingWithToken(token))
    .executeTakeFirst()

/** Consumes an invitation; only one of several concurrent calls gets it. */
export const redeemInvite = (db: Db, token: string) =>
  db
    .updateTable('invites')
    .set({ accepted_at: sql<string>`now()` })
    .from('organizations')
    .whereRef('organizations.id', '=', 'invites.organization_id')
    .where(isPendingWithToken(token))
    .returning([
      'invites.id',
      'invites.email',
      'invites.role',
      'invites.organization_id',
      'organizations.locale',
      'organizations.time_zone',
    ])
    .executeTakeFirst()
