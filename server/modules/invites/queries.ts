import { sql } from 'kysely'
import { Invite, invites } from '#contract/invites.ts'
import { mayAssign, type Role, staffRoles } from '#contract/permissions.ts'
import type { Db } from '#server/db/open.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import type { KnownCall } from '#server/kit/call.ts'
import { invalid, Problem } from '#server/kit/problem.ts'
import type { Values } from '#server/kit/table/facts.ts'
import { table } from '#server/kit/table/table.ts'
import { hashOf } from '#server/modules/auth/index.ts'

export const inviteTable = table({
  table: 'invites',
  reads: 'sent_invites',
  resource: 'invites',
  schema: Invite,
  list: invites.list,
  owner: { organization: 'organization_id' },
  removal: { marks: 'revoked_at', shows: true },
  async check(call, row, before, act) {
    if (act === 'create') await mustFit(call, row)
    if (before?.status === 'accepted' || before?.status === 'revoked')
      throw new Problem(409, `This invitation is already ${before.status}`, { kind: 'invite-over' })
  },
})

/** Staff are invited into the service's organization, a customer's people into the customer's. */
async function mustFit({ actor, db, grant }: KnownCall, row: Values): Promise<void> {
  const role = row.role as Role
  if (!mayAssign(actor.role, role)) throw invalid('role', 'You can’t assign this role', 422, 'role')
  const isStaff = staffRoles.includes(role)
  const home = isStaff ? serviceOrganization : undefined
  row.organization_id ??= grant.reach === 'all' ? home : actor.organizationId
  if (!row.organization_id) throw invalid('organization_id', 'Choose an organization for this invitation')
  if (isStaff !== (row.organization_id === serviceOrganization))
    throw invalid('organization_id', 'Only staff can belong to the service organization')
  const email = (row.email as string).toLowerCase()
  if (await hasAccount(db, email)) throw invalid('email', 'This address already has an account', 409)
  if (await isInvited(db, email)) throw invalid('email', 'This address already has a pending invitation', 409)
}

const hasAccount = (db: Db, email: string) =>
  db
    .selectFrom('people')
    .select('id')
    .where(sql`lower(email)`, '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Open: nobody has accepted or revoked it, and it is in time. */
const open = sql<boolean>`invites.accepted_at is null and invites.revoked_at is null
  and invites.expires_at > now()`

const isInvited = (db: Db, email: string) =>
  db.selectFrom('invites').select('id').where(sql`lower(email)`, '=', email).where(open).executeTakeFirst()

/** What the letter of an open invitation says. */
export const readInvite = (db: Db, id: string) =>
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

const isOpenFor = (token: string) => sql<boolean>`invites.token_hash = ${hashOf(token)} and ${open}
  and invites.organization_id in (select id from organizations where status = 'active' and deleted_at is null)`

export const isOpen = async (db: Db, token: string) =>
  (await db.selectFrom('invites').select('id').where(isOpenFor(token)).executeTakeFirst()) !== undefined

/** Uses an invitation up; of several calls at once, one is answered with it and the others with nothing. */
export const redeemInvite = (db: Db, token: string) =>
  db
    .updateTable('invites')
    .set({ accepted_at: sql<string>`now()` })
    .from('organizations')
    .whereRef('organizations.id', '=', 'invites.organization_id')
    .where(isOpenFor(token))
    .returning([
      'invites.id',
      'invites.email',
      'invites.role',
      'invites.organization_id',
      'organizations.locale',
      'organizations.time_zone',
    ])
    .executeTakeFirst()
