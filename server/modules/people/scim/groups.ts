import { validate as isUuid } from 'uuid'
import { z } from 'zod'
import { Name } from '#contract/kit/fields.ts'
import type { ProvisionedRole } from '#contract/kit/permissions.ts'
import { scimPath } from '#contract/people/provisioning.ts'
import { publicUrl } from '#server/config.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { Problem } from '#server/kit/problem.ts'
import { filterCondition } from './filter.ts'
import { type Patchable, patched } from './patch.ts'
import {
  listResponse,
  parseBody,
  parseListQuery,
  ScimError,
  schemas,
  showsMembers,
  spellNames,
} from './protocol.ts'
import {
  addMembers,
  findGroup,
  type GroupRow,
  groupAttributes,
  listGroups,
  listMembers,
  lockGroup,
  lockPeople,
  type MemberRow,
  removeMembers,
} from './queries.ts'
import { alignRoles, groupTable, setRole } from './roles.ts'

/** Maximum number of members of a group. */
const maxMembers = 5_000

const GroupDocument = z.object({
  displayName: Name,
  externalId: z.string().trim().min(1).max(254).nullish(),
  members: z
    .array(z.object({ value: z.string().max(100) }))
    .max(maxMembers, `A group can have up to ${maxMembers} members`)
    .nullish(),
})
type GroupDocument = z.output<typeof GroupDocument>

const patchable: Patchable = {
  attributes: Object.keys(GroupDocument.shape),
  multiValued: ['members'],
  ignored: ['schemas', 'id', 'meta'],
}

function showGroup(call: AuthenticatedCall, group: GroupRow, members: readonly MemberRow[] | null) {
  const at = (path: string) => `${publicUrl(call.services.config)}${scimPath}${path}`
  return {
    schemas: [schemas.group],
    id: group.id,
    ...(group.external_id !== null && { externalId: group.external_id }),
    displayName: group.display_name,
    ...(members && {
      members: members.map(({ id, name }) => ({
        value: id,
        $ref: at(`/Users/${id}`),
        display: name,
      })),
    }),
    meta: {
      resourceType: 'Group',
      created: group.created_at,
      lastModified: group.updated_at,
      location: at(`/Groups/${group.id}`),
      version: `W/"${group.version}"`,
    },
  }
}

const absent = (id: string) =>
  new Problem(404, `Group ${id.slice(0, 100)} does not exist in this organization`)

async function requireGroup({ db, actor }: AuthenticatedCall, id: string): Promise<GroupRow> {
  const group = await findGroup(db, actor.organizationId, id)
  if (!group) throw absent(id)
  return group
}

async function findForChange(call: AuthenticatedCall, id: string): Promise<GroupRow> {
  if (isUuid(id)) await lockGroup(call.db, id)
  const group = await requireGroup(call, id)
  if (call.ifMatch !== null && call.ifMatch !== group.version)
    throw new Problem(412, 'Someone else changed this record in the meantime.', { kind: 'stale' })
  return group
}

const membersOf = async ({ db, actor }: AuthenticatedCall, groups: readonly GroupRow[]) =>
  Map.groupBy(await listMembers(db, actor.organizationId, groups), ({ group_id }) => group_id)

export async function readGroups(call: AuthenticatedCall) {
  const query = parseListQuery(call.query)
  const condition = filterCondition(query.filter, groupAttributes)
  const { rows, total } = await listGroups(call.db, call.actor.organizationId, condition, query)
  const members = showsMembers(call.query) ? await membersOf(call, rows) : null
  return listResponse(
    rows.map(row => showGroup(call, row, members && (members.get(row.id) ?? []))),
    total,
    query.startIndex,
  )
}

export async function readGroup(call: AuthenticatedCall, id: string) {
  const group = await requireGroup(call, id)
  const members = showsMembers(call.query) ? await membersOf(call, [group]) : null
  return showGroup(call, group, members && (members.get(id) ?? []))
}

/** @throws ScimError if one of them is not a provisioned person of the organization */
async function requirePeople({ db, actor }: AuthenticatedCall, ids: readonly string[]): Promise<void> {
  const known = await lockPeople(db, actor.organizationId, ids.filter(isUuid))
  const unknown = ids.find(id => !known.has(id))
  if (unknown !== undefined)
    throw new ScimError('invalidValue', `members: user ${unknown} does not exist in this organization`)
}

/** The members of a role are the people who have it; who leaves it has what their groups give. */
async function changeRoleMembers(
  call: AuthenticatedCall,
  role: ProvisionedRole,
  added: readonly string[],
  removed: readonly string[],
): Promise<void> {
  for (const id of added) await setRole(call, id, role)
  await alignRoles(call, removed)
}

async function changeMembers(call: AuthenticatedCall, group: GroupRow, after: ReadonlySet<string>) {
  const before = new Set((await membersOf(call, [group])).get(group.id)?.map(({ id }) => id))
  const added = [...after].filter(id => !before.has(id))
  const removed = [...before].filter(id => !after.has(id))
  if (added.length === 0 && removed.length === 0) return
  await requirePeople(call, added)
  if (group.is_role) return changeRoleMembers(call, group.role as ProvisionedRole, added, removed)
  if (added.length > 0) await addMembers(call.db, group.id, added)
  if (removed.length > 0) await removeMembers(call.db, group.id, removed)
  call.audit({
    action: 'update',
    resourceType: 'provisioned-groups',
    resourceId: group.id,
    organizationId: call.actor.organizationId,
    details: { added, removed },
  })
  if (group.role !== null) await alignRoles(call, [...added, ...removed])
}

async function applyDocument(call: AuthenticatedCall, before: GroupRow, document: GroupDocument) {
  const { displayName: display_name, externalId, members } = document
  const external_id = externalId === undefined ? before.external_id : externalId
  const isRenamed = display_name !== before.display_name
  if (before.is_role && (isRenamed || external_id !== before.external_id))
    throw new ScimError('mutability', 'The group of a role can’t be renamed')
  if (isRenamed || external_id !== before.external_id)
    await groupTable.update({ ...call, ifMatch: null }, before.id, { display_name, external_id })
  if (members !== undefined)
    await changeMembers(call, before, new Set(members?.map(({ value }) => value.toLowerCase())))
}

export async function createGroup(call: AuthenticatedCall) {
  const { displayName, externalId, members } = parseBody(GroupDocument, spellNames(call.body))
  const organizationId = call.actor.organizationId
  const condition = filterCondition(`displayName eq ${JSON.stringify(displayName)}`, groupAttributes)
  const { total } = await listGroups(call.db, organizationId, condition, { startIndex: 1, count: 0 })
  if (total > 0) throw new ScimError('uniqueness', 'displayName: This name is already in use', 409)
  const { id } = await groupTable.insert(call, {
    display_name: displayName,
    external_id: externalId ?? null,
    organization_id: organizationId,
  })
  if (members?.length)
    await changeMembers(call, await requireGroup(call, id), new Set(members.map(({ value }) => value)))
  return readGroup(call, id)
}

export async function replaceGroup(call: AuthenticatedCall, id: string) {
  const before = await findForChange(call, id)
  await applyDocument(call, before, parseBody(GroupDocument, spellNames(call.body)))
  return readGroup(call, id)
}

/** The members of a request by their ids alone: providers send names with them, which would not match ours. */
const withIdsOnly = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withIdsOnly)
  if (typeof value !== 'object' || value === null) return value
  const { value: id, ...rest } = value as { value?: unknown }
  return typeof id === 'string' && !('op' in rest)
    ? { value: id.toLowerCase() }
    : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withIdsOnly(inner)]))
}

export async function patchGroup(call: AuthenticatedCall, id: string): Promise<void> {
  const before = await findForChange(call, id)
  const members = (await membersOf(call, [before])).get(id) ?? []
  const shown = {
    displayName: before.display_name,
    ...(before.external_id !== null && { externalId: before.external_id }),
    members: members.map(({ id }) => ({ value: id })),
  }
  const after = patched<Partial<typeof shown>>(shown, withIdsOnly(spellNames(call.body)), patchable)
  await applyDocument(call, before, parseBody(GroupDocument, { members: null, externalId: null, ...after }))
}

export async function deleteGroup(call: AuthenticatedCall, id: string): Promise<void> {
  const before = await findForChange(call, id)
  if (before.is_role) throw new ScimError('mutability', 'The group of a role can’t be deleted')
  await changeMembers(call, before, new Set())
  await groupTable.remove({ ...call, ifMatch: null }, id)
}
