import { describe, expect } from 'vitest'
import { caregivers, family } from '#contract/people/carers.ts'
import { type Caller, test } from '#tests/fixtures/api.ts'
import { assigned } from '#tests/fixtures/care.ts'
import { lettersTo } from '#tests/fixtures/letters.ts'

let count = 0
const person = (values: object = {}) => {
  const username = `carla-${++count}-${process.pid}`
  return { name: 'Carla Petersen', username, email: `${username}@example.org`, ...values }
}

describe('a caregiver', () => {
  test('is created by their organization and invited to choose a password', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const body = person()
    const { reply } = await owner.call(caregivers.create, { body })
    expect(reply).toMatchObject({ status: 'invited', organization_id: owner.organizationId })
    expect(await lettersTo(api, body.email)).toHaveLength(1)
    const { status, problem } = await owner.call(caregivers.create, { body: { name: 'X', username: 'xyz' } })
    expect([status, problem.errors?.[0]?.pointer]).toEqual([422, '#/email'])
  })

  test('is listed apart from family, and by status', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const [carla, waiting] = [
      (await owner.call(caregivers.create, { body: person({ password: 'correct horse' }) })).reply,
      (await owner.call(caregivers.create, { body: person() })).reply,
    ]
    const felix = (await owner.call(family.create, { body: person() })).reply
    const ids = async (query: object) =>
      (await owner.call(caregivers.list, { query })).reply.caregivers.map(({ id }) => id)
    expect((await ids({})).sort()).toEqual([carla.id, waiting.id].sort())
    expect(await ids({ status: 'active' })).toEqual([carla.id])
    expect((await owner.call(family.list, {})).reply.family.map(({ id }) => id)).toEqual([felix.id])
    expect((await owner.call(caregivers.show, { params: { id: felix.id } })).status).toBe(404)
    expect((await owner.call(caregivers.remove, { params: { id: felix.id } })).status).toBe(404)
  })

  test('can be read but not changed by an operator and by other carers', async ({ api }) => {
    const operator = await api.signedIn('operator')
    const carer = await api.signedIn('caregiver')
    for (const caller of [operator, carer]) {
      expect((await caller.call(caregivers.list, {})).status).toBe(200)
      expect((await caller.call(caregivers.create, { body: person() })).status).toBe(403)
      expect((await caller.call(caregivers.list, { query: { removed: true } })).status).toBe(403)
    }
  })
})

describe('the care team', () => {
  test('is visible to those who share an elderly person, and to that person', async ({ api }) => {
    const elsa = await api.signedIn('elderly_user')
    const [carla, carlos, stranger] = [
      await api.signedIn('caregiver'),
      await api.signedIn('caregiver'),
      await api.signedIn('caregiver'),
    ]
    const felix = await api.signedIn('family_member', { organizationId: elsa.organizationId })
    for (const carer of [carla, carlos, felix]) await assigned(api, elsa, carer)
    const seenBy = async (caller: Caller) =>
      (await caller.call(caregivers.list, {})).reply.caregivers.map(({ id }) => id).sort()
    const team = [carla.id, carlos.id].sort()
    for (const caller of [elsa, carla, felix]) expect(await seenBy(caller)).toEqual(team)
    expect(await seenBy(stranger)).toEqual([])
    const relatives = (await carla.call(family.list, {})).reply.family
    expect(relatives.map(({ id }) => id)).toEqual([felix.id])
    expect((await carla.call(family.show, { params: { id: String(felix.userId) } })).status).toBe(200)
    expect((await stranger.call(family.show, { params: { id: felix.id } })).status).toBe(404)
  })

  test('of one elderly person is listed by their user_id or id', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const elsa = await api.signedIn('elderly_user')
    const felix = await api.signedIn('family_member')
    await api.signedIn('family_member')
    await assigned(api, elsa, felix)
    for (const elderly_user_id of [elsa.userId, elsa.id]) {
      const { reply } = await admin.call(family.list, { query: { elderly_user_id } })
      expect(reply.family.map(({ id }) => id)).toEqual([felix.id])
    }
    await api.db.updateTable('assignments').set({ ended_at: new Date().toISOString() }).execute()
    const { reply } = await admin.call(family.list, { query: { elderly_user_id: elsa.userId } })
    expect(reply).toEqual({ family: [], total: 0 })
  })
})
