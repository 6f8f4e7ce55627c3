import { sql } from 'kysely'
import { type ProvisionedRole, provisionedRoles } from '#contract/kit/permissions.ts'
import { ProvisionedGroup, provisionedGroups } from '#contract/people/provisioning.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { serve } from '#server/kit/serve.ts'
import { table } from '#server/kit/table/table.ts'
import { changeRole } from '../accounts.ts'
import { personTable } from '../queries.ts'
import { listGrantedRoles, lockGroup } from './queries.ts'

/** The role of people without a mapped group: the one with the fewest rights. */
export const defaultRole: ProvisionedRole = 'family_member'

export const groupTable = table({
  table: 'provisioned_groups',
  view: 'counted_provisioned_groups',
  resource: 'provisioned-groups',
  schema: ProvisionedGroup,
  list: provisionedGroups.list,
  owner: { organization: 'organization_id' },
})

/** A change within a call that has checked the version of its own record. */
const unversioned = (call: AuthenticatedCall): AuthenticatedCall => ({ ...call, ifMatch: null })

export const setRole = (call: AuthenticatedCall, id: string, role: ProvisionedRole) =>
  changeRole(personTable, unversioned(call), id, role)

/** Gives people the role with the most rights among those of their groups, or the default role. */
export async function alignRoles(call: AuthenticatedCall, ids: readonly string[]): Promise<void> {
  for (const { id, role, granted } of await listGrantedRoles(call.db, ids)) {
    const due = provisionedRoles.find(one => granted.includes(one)) ?? defaultRole
    if (due !== role) await setRole(call, id, due)
  }
}

const listMemberIds = async ({ db }: AuthenticatedCall, groupId: string): Promise<string[]> => {
  const { rows } = await sql<{ person_id: string }>`
    select person_id from provisioned_group_members where group_id = ${groupId}`.execute(db)
  return rows.map(({ person_id }) => person_id)
}

/** The groups as people map them to roles. */
export default serve(provisionedGroups)({
  list: groupTable.list,
  show: call => groupTable.find(call, call.params.id),
  update: async call => {
    const before = await groupTable.find(call, call.params.id)
    await lockGroup(call.db, before.id)
    const after = await groupTable.update(call, before.id, call.body)
    if (after.role !== before.role) await alignRoles(call, await listMemberIds(call, after.id))
    return after
  },
})
