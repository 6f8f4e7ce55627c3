import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { assignments } from '#contract/people/assignments.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'

interface Id {
  id: string
}
const pair = (elderly: Id, carer: Id, values: object = {}) => ({
  elderly_id: elderly.id,
  caregiver_id: carer.id,
  relationship: 'daughter',
  ...values,
})

async function assign(by: Caller, elderly: Id, carer: Id, values: object = {}) {
  const { status, reply, text } = await by.call(assignments.create, { body: pair(elderly, carer, values) })
  expect(status, text).toBe(201)
  return reply
}

const household = async (api: Api) => {
  const elsa = await api.signedIn('elderly_user')
  const home = { organizationId: elsa.organizationId }
  const [owner, felix] = [
    await api.signedIn('organization_admin', home),
    await api.signedIn('family_member', home),
  ]
  return { elsa, owner, felix }
}

describe('an assignment', () => {
  test('names carer, elderly user, relationship and consent', async ({ api }) => {
    const { elsa, owner, felix } = await household(api)
    const made = await assign(owner, elsa, felix, { consent: { transcripts: true } })
    expect(made).toMatchObject({
      elderly_user_id: elsa.userId,
      caregiver_user_id: felix.userId,
      caregiver_role: 'family_member',
      relationship: 'daughter',
      consent: { transcripts: true, location: false },
      organization_id: elsa.organizationId,
    })
    const { reply } = await owner.call(activityLogs.list, { query: { resource_id: made.id } })
    expect(reply.logs).toMatchObject([{ action: 'create', resource_type: 'assignments' }])
  })

  test('changes when consent is withdrawn', async ({ api }) => {
    const { elsa, owner, felix } = await household(api)
    const { id } = await assign(owner, elsa, felix, { consent: { transcripts: true, location: true } })
    const body = { consent: { location: true } }
    const { reply } = await owner.call(assignments.update, { params: { id }, body })
    expect(reply.consent).toEqual({ transcripts: false, location: true })
    const logs = await owner.call(activityLogs.list, { query: { resource_id: id, action: 'update' } })
    expect(logs.reply.logs[0]?.details).toEqual({
      before: { consent: { transcripts: true, location: true } },
      after: { consent: { transcripts: false, location: true } },
    })
    const stranger = await api.signedIn('organization_admin')
    expect((await stranger.call(assignments.update, { params: { id }, body })).status).toBe(404)
  })

  test('between a household and a care provider’s caregiver is made by staff only', async ({ api }) => {
    const { elsa, owner } = await household(api)
    const carla = await api.signedIn('caregiver')
    const refused = await owner.call(assignments.create, { body: pair(elsa, carla) })
    expect(refused.problem).toMatchObject({ status: 422, errors: [{ pointer: '#/caregiver_id' }] })
    const admin = await api.signedIn('admin')
    expect((await assign(admin, elsa, carla)).organization_id).toBe(elsa.organizationId)

    const provider = await api.signedIn('organization_admin', { organizationId: carla.organizationId })
    const foreign = await provider.call(assignments.create, { body: pair(elsa, carla) })
    expect(foreign.problem).toMatchObject({ status: 422, errors: [{ pointer: '#/elderly_id' }] })
  })

  test('requires an elderly user and a carer', async ({ api }) => {
    const { elsa, owner, felix } = await household(api)
    const admin = await api.signedIn('admin')
    const fields = async (body: object) =>
      (await admin.call(assignments.create, { body })).problem.errors?.map(({ pointer }) => pointer)
    expect(await fields(pair(felix, felix))).toEqual(['#/elderly_id'])
    expect(await fields(pair(elsa, owner))).toEqual(['#/caregiver_id'])
    expect(await fields(pair(elsa, { id: randomUUID() }))).toEqual(['#/caregiver_id'])
    expect(await fields({})).toEqual(['#/elderly_id', '#/relationship'])
    const both = { ...pair(elsa, felix), family_member_id: felix.id }
    expect(await fields(both)).toEqual(['#/caregiver_id'])
    expect(await fields({ elderly_id: elsa.id, relationship: 'son' })).toEqual(['#/caregiver_id'])
  })

  test('exists once at a time, even when created concurrently', async ({ api }) => {
    const { elsa, felix } = await household(api)
    const admin = await api.signedIn('admin')
    const body = pair(elsa, felix)
    const statuses = await Promise.all(
      [1, 2, 3].map(async () => (await admin.call(assignments.create, { body })).status),
    )
    expect(statuses.sort()).toEqual([201, 409, 409])
    const again = await admin.call(assignments.create, { body })
    expect(again.problem).toMatchObject({ status: 409, errors: [{ pointer: '#/caregiver_id' }] })

    const { reply } = await admin.call(assignments.ofElderly, { params: { id: elsa.id } })
    const params = { id: reply.assignments[0]?.id ?? '' }
    expect((await admin.call(assignments.remove, { params })).status).toBe(204)
    expect((await admin.call(assignments.remove, { params })).status).toBe(404)
    expect((await admin.call(assignments.ofElderly, { params: { id: elsa.id } })).reply.total).toBe(0)
    await assign(admin, elsa, felix)
  })

  test('is looked up from either side, by id or user_id', async ({ api }) => {
    const { elsa, owner, felix } = await household(api)
    const { id } = await assign(owner, elsa, felix)
    for (const key of [elsa.id, String(elsa.userId)]) {
      const { reply } = await owner.call(assignments.ofElderly, { params: { id: key } })
      expect(reply.assignments.map(one => one.id)).toEqual([id])
    }
    for (const key of [felix.id, String(felix.userId)]) {
      const { reply } = await owner.call(assignments.ofCaregiver, { params: { id: key } })
      expect(reply.assignments.map(one => one.id)).toEqual([id])
    }
    const mixedUp = await owner.call(assignments.ofElderly, { params: { id: felix.id } })
    expect(mixedUp.status).toBe(404)
  })

  test('is visible to the people concerned and their organization', async ({ api }) => {
    const { elsa, owner, felix } = await household(api)
    const admin = await api.signedIn('admin')
    const carla = await api.signedIn('caregiver')
    const mine = [await assign(owner, elsa, felix), await assign(admin, elsa, carla)]
      .map(({ id }) => id)
      .sort()
    const other = await household(api)
    await assign(other.owner, other.elsa, other.felix)
    for (const caller of [elsa, owner, felix, carla]) {
      const { reply } = await caller.call(assignments.list, {})
      expect(reply.assignments.map(({ id }) => id).sort()).toEqual(mine)
      const params = { id: elsa.id }
      expect((await caller.call(assignments.ofElderly, { params })).reply.total).toBe(2)
    }
    const params = { id: other.elsa.id }
    expect((await carla.call(assignments.ofElderly, { params })).status).toBe(404)
    expect((await carla.call(assignments.create, { body: pair(other.elsa, carla) })).status).toBe(403)
  })
})
