import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { type ProvisionedRole, provisionedRoles } from '#contract/kit/permissions.ts'
import type { Db } from '#server/db/open.ts'
import type { Attributes } from './filter.ts'
import type { ListQuery } from './protocol.ts'

/** A person as an identity provider sees them. */
export interface UserRow {
  id: string
  organization_id: string
  role: ProvisionedRole
  name: string
  email: string | null
  phone: string | null
  status: 'active' | 'invited' | 'suspended'
  version: number
  created_at: string
  updated_at: string
  user_name: string
  external_id: string | null
  given_name: string | null
  family_name: string | null
  groups: { id: string; display_name: string }[]
}

/** A role, whose members are the people who have it, or a group of the provider. */
export interface GroupRow {
  id: string
  display_name: string
  external_id: string | null
  role: ProvisionedRole | null
  is_role: boolean
  version: number
  created_at: string
  updated_at: string
}

export interface MemberRow {
  group_id: string
  id: string
  name: string
}

/** A page of rows with the number of all. */
export interface Page<Row> {
  rows: Row[]
  total: number
}

const userName = sql`coalesce(s.user_name, p.email, p.username)`
const users = sql`people p left join provisioned_people s on s.person_id = p.id`

/** The people of an organization whose roles its provider may assign. */
const visible = (organizationId: string) => sql<boolean>`p.organization_id = ${organizationId}
  and p.role = any(${provisionedRoles}) and p.deleted_at is null and p.erased_at is null`

const groupsOf = sql`array(select jsonb_build_object('id', g.id, 'display_name', g.display_name)
  from provisioned_group_members m join provisioned_groups g on g.id = m.group_id
  where m.person_id = p.id order by g.display_name, g.id)`

const userColumns = sql`p.id, p.organization_id, p.role, p.name, p.email, p.phone, p.status, p.version, p.created_at,
  p.updated_at, ${userName} as user_name, s.external_id, s.given_name, s.family_name, ${groupsOf} as groups`

const email = { column: sql`p.email`, kind: 'text' } as const
const phone = { column: sql`p.phone`, kind: 'exact' } as const
const role = { column: sql`p.role`, kind: 'exact' } as const

export const userAttributes: Attributes = {
  id: { column: sql`p.id::text`, kind: 'exact' },
  username: { column: userName, kind: 'text' },
  externalid: { column: sql`s.external_id`, kind: 'exact' },
  displayname: { column: sql`p.name`, kind: 'text' },
  'name.formatted': { column: sql`p.name`, kind: 'text' },
  'name.givenname': { column: sql`s.given_name`, kind: 'text' },
  'name.familyname': { column: sql`s.family_name`, kind: 'text' },
  emails: email,
  'emails.value': email,
  'emails.type': { column: sql`case when p.email is not null then 'work' end`, kind: 'text' },
  'emails.primary': { column: sql`(p.email is not null)`, kind: 'boolean' },
  phonenumbers: phone,
  'phonenumbers.value': phone,
  'phonenumbers.type': { column: sql`case when p.phone is not null then 'work' end`, kind: 'text' },
  active: { column: sql`(p.status <> 'suspended')`, kind: 'boolean' },
  roles: role,
  'roles.value': role,
  'meta.created': { column: sql`p.created_at`, kind: 'instant' },
  'meta.lastmodified': { column: sql`p.updated_at`, kind: 'instant' },
}

interface Selection {
  columns: RawBuilder<unknown>
  from: RawBuilder<unknown>
  where: RawBuilder<boolean>
  order: RawBuilder<unknown>
}

async function selectPage<Row>(
  db: Db,
  { columns, from, where, order }: Selection,
  { startIndex, count }: ListQuery,
): Promise<Page<Row>> {
  const counted = await sql<{
    total: number
  }>`select count(*)::int as total from ${from} where ${where}`.execute(db)
  const { rows } = await sql<Row>`select ${columns} from ${from} where ${where}
    order by ${order} limit ${count} offset ${startIndex - 1}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export const listUsers = (
  db: Db,
  organizationId: string,
  condition: RawBuilder<boolean>,
  page: ListQuery,
): Promise<Page<UserRow>> =>
  selectPage<UserRow>(
    db,
    {
      columns: userColumns,
      from: users,
      where: sql<boolean>`${visible(organizationId)} and ${condition}`,
      order: sql`p.created_at, p.id`,
    },
    page,
  )

export async function findUser(db: Db, organizationId: string, id: string): Promise<UserRow | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await sql<UserRow>`
    select ${userColumns} from ${users} where ${visible(organizationId)} and p.id = ${id}`.execute(db)
  return rows[0]
}

/** As {@link findUser}, locked until the transaction ends. */
export async function findUserForChange(db: Db, organizationId: string, id: string) {
  if (!isUuid(id)) return undefined
  await sql`select from people p where p.id = ${id} for update`.execute(db)
  return findUser(db, organizationId, id)
}

export interface ProviderIdentity {
  user_name: string
  external_id: string | null
  given_name: string | null
  family_name: string | null
}

/** Stores what the provider knows of a person; names of people who were removed here become free. */
export async function saveIdentity(
  db: Db,
  { id, organization_id }: Pick<UserRow, 'id' | 'organization_id'>,
  identity: ProviderIdentity,
): Promise<void> {
  await sql`delete from provisioned_people s using people p where p.id = s.person_id
    and s.organization_id = ${organization_id} and p.deleted_at is not null
    and lower(s.user_name) = lower(${identity.user_name})`.execute(db)
  await db
    .insertInto('provisioned_people')
    .values({ person_id: id, organization_id, ...identity })
    .onConflict(conflict =>
      conflict.column('person_id').doUpdateSet({ ...identity, updated_at: sql<string>`now()` }),
    )
    .execute()
  await db
    .updateTable('people')
    .set({ version: sql`version + 1`, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Forgets a person who was removed. */
export async function deleteIdentity(db: Db, id: string): Promise<void> {
  await db.deleteFrom('provisioned_people').where('person_id', '=', id).execute()
  await db.deleteFrom('provisioned_group_members').where('person_id', '=', id).execute()
}

const roleNames: Record<ProvisionedRole, string> = {
  organization_admin: 'Organization admins',
  caregiver: 'Caregivers',
  family_member: 'Family members',
}

/** The roles of an organization and the groups of its provider, as one relation. */
const groupsIn = (organizationId: string) => sql`(
  select v.role as id, v.name as display_name, null as external_id, v.role, true as is_role, 0 as version,
    o.created_at, o.created_at as updated_at
  from (values ${sql.join(
    Object.entries(roleNames).map(([role, name]) => sql`(${role}::text, ${name}::text)`),
  )}) v (role, name)
  join organizations o on o.id = ${organizationId}
  union all
  select id::text, display_name, external_id, role, false, version, created_at, updated_at
  from provisioned_groups where organization_id = ${organizationId}) g`

const hasMember = (id: string) =>
  isUuid(id)
    ? sql<boolean>`(g.is_role and exists (select from people p where p.id = ${id} and p.role = g.role
        and p.deleted_at is null) or exists (select from provisioned_group_members m
        where m.group_id::text = g.id and m.person_id = ${id}))`
    : sql<boolean>`false`

export const groupAttributes: Attributes = {
  id: { column: sql`g.id`, kind: 'exact' },
  displayname: { column: sql`g.display_name`, kind: 'text' },
  externalid: { column: sql`g.external_id`, kind: 'exact' },
  members: { has: hasMember },
  'members.value': { has: hasMember },
  'meta.created': { column: sql`g.created_at`, kind: 'instant' },
  'meta.lastmodified': { column: sql`g.updated_at`, kind: 'instant' },
}

export const listGroups = (
  db: Db,
  organizationId: string,
  condition: RawBuilder<boolean>,
  page: ListQuery,
): Promise<Page<GroupRow>> =>
  selectPage<GroupRow>(
    db,
    {
      columns: sql`g.*`,
      from: groupsIn(organizationId),
      where: condition,
      order: sql`g.is_role desc, g.created_at, g.id`,
    },
    page,
  )

export async function findGroup(db: Db, organizationId: string, id: string): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`
    select g.* from ${groupsIn(organizationId)} where g.id = ${id}`.execute(db)
  return rows[0]
}

/** The members of these groups, in their order. */
export async function listMembers(
  db: Db,
  organizationId: string,
  groups: readonly GroupRow[],
): Promise<MemberRow[]> {
  if (groups.length === 0) return []
  const ids = groups.map(({ id }) => id)
  const { rows } = await sql<MemberRow>`
    select g.group_id, p.id, p.name from people p join (
      select role as group_id, id as person_id from people
        where role = any(${ids}) and organization_id = ${organizationId} and deleted_at is null
      union all
      select group_id::text, person_id from provisioned_group_members where group_id::text = any(${ids})
    ) g on g.person_id = p.id
    where ${visible(organizationId)} order by p.created_at, p.id`.execute(db)
  return rows
}

/** Which of these people are visible to the provider, locked until the transaction ends. */
export async function lockPeople(
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select p.id from people p where ${visible(organizationId)} and p.id = any(${ids}::uuid[])
    order by p.id for update`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export const addMembers = (db: Db, groupId: string, ids: readonly string[]) =>
  db
    .insertInto('provisioned_group_members')
    .values(ids.map(person_id => ({ group_id: groupId, person_id })))
    .onConflict(conflict => conflict.doNothing())
    .execute()

export const removeMembers = (db: Db, groupId: string, ids: readonly string[]) =>
  db
    .deleteFrom('provisioned_group_members')
    .where('group_id', '=', groupId)
    .where('person_id', 'in', ids)
    .execute()

export const lockGroup = (db: Db, id: string) =>
  db.selectFrom('provisioned_groups').select('id').where('id', '=', id).forUpdate().execute()

/** The role of each of these people, and the roles that their groups are mapped to. */
export async function listGrantedRoles(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; role: ProvisionedRole; granted: ProvisionedRole[] }[]> {
  const { rows } = await sql<{ id: string; role: ProvisionedRole; granted: ProvisionedRole[] }>`
    select p.id, p.role, array(select distinct g.role from provisioned_group_members m
      join provisioned_groups g on g.id = m.group_id
      where m.person_id = p.id and g.role is not null) as granted
    from people p where p.id = any(${ids}::uuid[]) and p.deleted_at is null
      and p.role = any(${provisionedRoles}) order by p.id`.execute(db)
  return rows
}
