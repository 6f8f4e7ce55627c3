import { describe, expect } from 'vitest'
import { devices } from '#contract/devices/devices.ts'
import { organizations } from '#contract/people/organizations.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { test } from '#tests/fixtures/api.ts'

const pendant = (serial: string, values: object = {}) => ({
  name: serial,
  serial,
  kind: 'pendant',
  ...values,
})

describe('a removed row', () => {
  test('can be listed and restored by anyone who may remove it', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const stranger = await api.signedIn('organization_admin')
    const carer = await api.signedIn('caregiver', { organizationId: owner.organizationId })
    const body = pendant('R-1', { organization_id: owner.organizationId })
    const device = (await owner.call(devices.create, { body })).reply
    const params = { id: device.id }
    expect((await owner.call(devices.restore, { params })).status).toBe(404)
    await owner.call(devices.remove, { params })

    const query = { removed: true }
    expect((await owner.call(devices.list, { query })).reply.devices).toMatchObject([{ id: device.id }])
    expect((await stranger.call(devices.list, { query })).reply.total).toBe(0)
    expect((await stranger.call(devices.restore, { params })).status).toBe(404)
    expect((await carer.call(devices.list, { query })).status).toBe(403)

    const restored = await owner.call(devices.restore, { params })
    expect(restored.reply).toMatchObject({ serial: 'R-1', version: 3 })
    expect((await owner.call(devices.restore, { params })).status).toBe(404)
    expect((await owner.call(devices.list, {})).reply.total).toBe(1)
    const { reply } = await owner.call(activityLogs.list, { query: { resource_id: device.id } })
    expect(reply.logs.map(({ action }) => action)).toEqual(['restore', 'delete', 'create'])
  })

  test('is not restored over another that has its serial number', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    const body = pendant('R-2', { organization_id: home })
    const { id } = (await admin.call(devices.create, { body })).reply
    await admin.call(devices.remove, { params: { id } })
    await admin.call(devices.create, { body })
    const { problem } = await admin.call(devices.restore, { params: { id } })
    expect(problem).toMatchObject({ status: 409, errors: [{ pointer: '#/serial' }] })
  })

  test('is not restored for a person who was removed', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const elsa = await api.signedIn('elderly_user')
    const body = pendant('R-3', { organization_id: elsa.organizationId, person_id: elsa.id })
    const { id } = (await admin.call(devices.create, { body })).reply
    await admin.call(devices.remove, { params: { id } })
    await api.db
      .updateTable('people')
      .set({ deleted_at: new Date().toISOString() })
      .where('id', '=', elsa.id)
      .execute()
    const { problem } = await admin.call(devices.restore, { params: { id } })
    expect(problem).toMatchObject({ status: 422, errors: [{ pointer: '#/person_id' }] })
  })

  test('of an organization lets its people sign in again', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const owner = await api.signedIn('organization_admin')
    const params = { id: owner.organizationId }
    await admin.call(organizations.remove, { params })
    expect((await owner.call(organizations.list, {})).status).toBe(401)
    await admin.call(organizations.restore, { params })
    expect((await owner.call(organizations.list, {})).status).toBe(200)
  })
})
