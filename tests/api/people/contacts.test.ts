import { describe, expect } from 'vitest'
import { contacts } from '#contract/alerts/contacts.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { test } from '#tests/fixtures/api.ts'
import { assigned } from '#tests/fixtures/care.ts'

const doctor = { name: 'Dr. Weiß', phone: '+49 40 66969 123', relationship: 'doctor', priority: 1 }

describe('an emergency contact', () => {
  test('is added to the person with a user_id, changed and removed', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const elsa = await api.signedIn('elderly_user', { organizationId: owner.organizationId })
    const query = { user_id: String(elsa.userId) }
    const { status, reply } = await owner.call(contacts.create, { query, body: doctor })
    expect(status).toBe(201)
    expect(reply).toMatchObject({ ...doctor, person_id: elsa.id, email: null, role: null })

    const params = { id: reply.id }
    const changed = await owner.call(contacts.update, { params, query, body: { priority: 3 } })
    expect(changed.reply).toMatchObject({ priority: 3, relationship: 'doctor', version: 2 })
    expect((await owner.call(contacts.remove, { params, query })).status).toBe(204)
    expect((await owner.call(contacts.list, { query })).reply).toEqual({ contacts: [], total: 0 })
    const history = await owner.call(activityLogs.list, { query: { resource_id: reply.id } })
    expect(history.reply.logs.map(({ action }) => action)).toEqual(['delete', 'update', 'create'])
  })

  test('is family of medium priority by default', async ({ api }) => {
    const elsa = await api.signedIn('elderly_user')
    const body = { name: 'Felix', phone: '0171 1234567', person_id: elsa.id }
    const { reply } = await elsa.call(contacts.create, { body })
    expect(reply).toMatchObject({ relationship: 'family', priority: 2 })
  })

  test.for([
    { body: {}, fields: ['#/name', '#/phone'] },
    { body: { name: 'Felix' }, fields: ['#/phone'] },
    { body: { phone: '0171 1234567' }, fields: ['#/name'] },
    { body: { name: '  ', phone: '' }, fields: ['#/name', '#/phone'] },
  ])('needs a name and a phone number: $body', async ({ body, fields }, { api }) => {
    const elsa = await api.signedIn('elderly_user')
    const { problem } = await elsa.call(contacts.create, { query: { user_id: elsa.id }, body })
    expect(problem).toMatchObject({ status: 422, detail: 'Name and phone number are required' })
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(fields)
  })

  test('is refused with the field named', async ({ api }) => {
    const elsa = await api.signedIn('elderly_user')
    const fields = async (body: object) =>
      (await elsa.call(contacts.create, { query: { user_id: elsa.id }, body })).problem.errors?.map(
        ({ pointer }) => pointer,
      )
    expect(await fields({ ...doctor, phone: 'call me' })).toEqual(['#/phone'])
    expect(await fields({ ...doctor, relationship: 'enemy' })).toEqual(['#/relationship'])
    expect(await fields({ ...doctor, priority: 4 })).toEqual(['#/priority'])
    const ofNobody = await elsa.call(contacts.create, { body: doctor })
    expect(ofNobody.problem.errors?.[0]?.pointer).toBe('#/person_id')
  })

  test('is managed only by those who look after the person', async ({ api }) => {
    const elsa = await api.signedIn('elderly_user')
    const [carla, stranger] = [await api.signedIn('caregiver'), await api.signedIn('caregiver')]
    const felix = await api.signedIn('family_member')
    for (const carer of [carla, felix]) await assigned(api, elsa, carer)
    const query = { user_id: String(elsa.userId) }
    expect((await carla.call(contacts.create, { query, body: doctor })).status).toBe(201)
    expect((await felix.call(contacts.list, { query })).reply.contacts).toMatchObject([doctor])
    expect((await felix.call(contacts.create, { query, body: doctor })).status).toBe(403)
    expect((await stranger.call(contacts.create, { query, body: doctor })).status).toBe(404)
    expect((await stranger.call(contacts.list, { query })).reply.total).toBe(0)
    const colleague = { user_id: String(felix.userId) }
    expect((await carla.call(contacts.create, { query: colleague, body: doctor })).status).toBe(422)
    const analyst = await api.signedIn('analyst')
    const seen = (await analyst.call(contacts.list, { query })).reply.contacts
    expect(seen).toMatchObject([{ name: doctor.name, phone: null, email: null }])
  })
})
