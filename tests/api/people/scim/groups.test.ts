import { v7 as uuid } from 'uuid'
import { describe, expect } from 'vitest'
import { auth } from '#contract/identity/auth.ts'
import { provisionedGroups } from '#contract/people/provisioning.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { type Api, newPerson, test } from '#tests/fixtures/api.ts'
import { provisioned } from '#tests/fixtures/scim.ts'
import { errorSchema, groupSchema, type ScimClient } from '#tests/fixtures/scim-client.ts'

const roleOf = async ({ db }: Api, id: string) =>
  (await db.selectFrom('people').select('role').where('id', '=', id).executeTakeFirstOrThrow()).role

/** A group as a provider creates one. */
async function groupOf(scim: ScimClient, displayName: string, members: string[] = []) {
  const { status, body } = await scim.post('/Groups', {
    schemas: [groupSchema],
    externalId: uuid(),
    displayName,
    members: members.map(value => ({ value })),
    meta: { resourceType: 'Group' },
  })
  expect(status).toBe(201)
  return body
}

const memberIds = (body: { members: { value: string }[] }) => body.members.map(({ value }) => value)

const familyOf = async (api: Api, home: string, count = 1) =>
  Promise.all(Array.from({ length: count }, async () => (await newPerson(api.db, 'family_member', home)).id))

describe('groups', () => {
  test('list the roles that a provider may assign, with who has them', async ({ api }) => {
    const { admin, scim } = await provisioned(api)
    const { body } = await scim.get('/Groups')
    expect(body.Resources.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(['organization_admin', 'caregiver', 'family_member']),
    )
    expect(body.totalResults).toBe(3)
    const admins = await scim.get('/Groups/organization_admin')
    expect(memberIds(admins.body)).toEqual([admin.id])
    for (const role of ['super_admin', 'admin', 'elderly_user'])
      expect((await scim.get(`/Groups/${role}`)).status).toBe(404)
    const named = await scim.get(
      '/Groups?filter=displayName%20eq%20%22caregivers%22&excludedAttributes=members',
    )
    expect(named.body.Resources).toMatchObject([{ id: 'caregiver' }])
    expect(named.body.Resources[0]).not.toHaveProperty('members')
  })

  test('of a role give and take it', async ({ api }) => {
    const { admin, scim } = await provisioned(api)
    const person = await api.signedIn('family_member', { organizationId: admin.organizationId })
    const value = [{ value: person.id }]
    const added = await scim.patch('/Groups/caregiver', { op: 'Add', path: 'members', value })
    expect(added.status).toBe(204)
    expect(await roleOf(api, person.id)).toBe('caregiver')
    expect((await person.call(auth.me)).status).toBe(401)
    expect(memberIds((await scim.get('/Groups/caregiver')).body)).toEqual([person.id])
    const removed = await scim.patch('/Groups/caregiver', {
      op: 'Remove',
      path: `members[value eq "${person.id}"]`,
    })
    expect(removed.status, JSON.stringify(removed.body)).toBe(204)
    expect(await roleOf(api, person.id)).toBe('family_member')
    const renamed = await scim.patch('/Groups/caregiver', {
      op: 'replace',
      path: 'displayName',
      value: 'Nurses',
    })
    expect([renamed.status, renamed.body.scimType]).toEqual([400, 'mutability'])
    expect((await scim.remove('/Groups/caregiver')).body.scimType).toBe('mutability')
  })

  test('of the provider are created, renamed, filled as Entra and Okta do, and deleted', async ({ api }) => {
    const { admin, scim } = await provisioned(api)
    const [ann, bob, cleo] = (await familyOf(api, admin.organizationId, 3)) as [string, string, string]
    const { id } = await groupOf(scim, `Nurses ${admin.userId}`, [ann])
    const path = `/Groups/${id}`
    const membersNow = async () => memberIds((await scim.get(path)).body).toSorted()
    await scim.patch(path, { op: 'Add', path: 'members', value: [{ value: bob }, { value: ann }] })
    expect(await membersNow()).toEqual([ann, bob].toSorted())
    // Entra names members to remove in the value, Okta in the path, with their names as it knows them.
    await scim.patch(path, { op: 'Remove', path: 'members', value: [{ value: ann, display: 'Ann' }] })
    await scim.patch(
      path,
      { op: 'remove', path: `members[value eq "${bob}"]` },
      { op: 'add', path: 'members', value: [{ value: cleo, display: 'cleo@okta.local' }] },
    )
    expect(await membersNow()).toEqual([cleo])
    await scim.patch(path, { op: 'replace', value: { id, displayName: `Carers ${admin.userId}` } })
    await scim.patch(path, { op: 'replace', path: 'members', value: [{ value: ann }, { value: bob }] })
    expect(await membersNow()).toEqual([ann, bob].toSorted())
    const full = {
      schemas: [groupSchema],
      id,
      displayName: `Carers ${admin.userId}`,
      members: [{ value: cleo }],
    }
    expect((await scim.put(path, full)).body).toMatchObject({ displayName: full.displayName })
    expect(await membersNow()).toEqual([cleo])
    const found = await scim.get(
      `/Groups?filter=${encodeURIComponent(`members[value eq "${cleo}"] and id eq "${id}"`)}`,
    )
    expect(found.body.totalResults).toBe(1)
    expect((await scim.get(`/Users/${cleo}`)).body.groups).toMatchObject([{ value: id }])
    expect((await scim.remove(path)).status).toBe(204)
    expect((await scim.get(path)).status).toBe(404)
    // Without a mapping, membership changed nobody's role.
    expect(await roleOf(api, cleo)).toBe('family_member')
  })

  test('are mapped to a role in the console, which their members then have', async ({ api }) => {
    const { admin, scim } = await provisioned(api)
    const [ann, bob] = (await familyOf(api, admin.organizationId, 2)) as [string, string]
    const { id } = await groupOf(scim, `Admins ${admin.userId}`, [ann])
    const lesser = await groupOf(scim, `All ${admin.userId}`, [ann])
    const map = (group: string, role: string | null) =>
      admin.call(provisionedGroups.update, { params: { id: group }, body: { role } })
    expect((await map(lesser.id, 'caregiver')).status).toBe(200)
    expect(await roleOf(api, ann)).toBe('caregiver')
    const { reply } = await map(id, 'organization_admin')
    expect(reply).toMatchObject({ role: 'organization_admin', member_count: 1 })
    expect(await roleOf(api, ann)).toBe('organization_admin')
    await scim.patch(`/Groups/${id}`, { op: 'Add', path: 'members', value: [{ value: bob }] })
    expect(await roleOf(api, bob)).toBe('organization_admin')
    await scim.patch(`/Groups/${id}`, {
      op: 'Remove',
      path: 'members',
      value: [{ value: ann }, { value: bob }],
    })
    expect(await roleOf(api, ann)).toBe('caregiver')
    expect(await roleOf(api, bob)).toBe('family_member')
    expect((await map(lesser.id, null)).reply.role).toBeNull()
    expect(await roleOf(api, ann)).toBe('family_member')
    const logs = await admin.call(activityLogs.list, { query: { resource_type: 'provisioned-groups' } })
    expect(logs.reply.logs.length).toBeGreaterThan(4)
  })

  test('are mapped after step-up, by admins of the organization, to its roles', async ({ api }) => {
    const { admin, scim } = await provisioned(api)
    const { id } = await groupOf(scim, `Guarded ${admin.userId}`)
    const update = { params: { id }, body: { role: 'organization_admin' } }
    const stranger = await api.signedIn('organization_admin')
    expect((await stranger.call(provisionedGroups.update, update)).status).toBe(404)
    expect((await stranger.call(provisionedGroups.list)).reply.total).toBe(0)
    expect((await (await api.signedIn('caregiver')).call(provisionedGroups.list)).status).toBe(403)
    const staff = await admin.call(provisionedGroups.update, { params: { id }, body: { role: 'admin' } })
    expect([staff.status, staff.problem.errors?.[0]?.pointer]).toEqual([422, '#/role'])
    await api.db
      .updateTable('sessions')
      .set({ proved_at: '2001-01-01T00:00:00Z' })
      .where('person_id', '=', admin.id)
      .execute()
    expect((await admin.call(provisionedGroups.update, update)).problem.type).toBe('/problems/step-up')
  })

  test('are refused with a name that exists, or members of another organization', async ({ api }) => {
    const { admin, scim } = await provisioned(api)
    const { id } = await groupOf(scim, `Once ${admin.userId}`)
    for (const displayName of [`ONCE ${admin.userId}`, 'Caregivers']) {
      const { status, body } = await scim.post('/Groups', { displayName })
      expect([status, body.scimType]).toEqual([409, 'uniqueness'])
    }
    const elsewhere = await newPerson(api.db, 'family_member', await api.organization())
    const elder = await newPerson(api.db, 'elderly_user', admin.organizationId)
    for (const value of [elsewhere.id, elder.id, 'nobody', uuid()]) {
      const { status, body } = await scim.patch(`/Groups/${id}`, {
        op: 'Add',
        path: 'members',
        value: [{ value }],
      })
      expect([status, body.scimType, body.schemas]).toEqual([400, 'invalidValue', [errorSchema]])
      expect(body.detail).toBe(`members: user ${value} does not exist in this organization`)
    }
    const other = await provisioned(api)
    for (const answer of [
      await other.scim.get(`/Groups/${id}`),
      await other.scim.remove(`/Groups/${id}`),
      await other.scim.patch(`/Groups/${id}`, { op: 'replace', path: 'displayName', value: 'Mine' }),
    ])
      expect(answer.status).toBe(404)
    expect((await other.scim.get('/Groups')).body.totalResults).toBe(3)
  })
})
