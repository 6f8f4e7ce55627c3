import { describe, expect } from 'vitest'
import { devices } from '#contract/devices/devices.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { type Caller, test } from '#tests/fixtures/api.ts'

const logsOf = async (caller: Caller, id: string) =>
  (await caller.call(activityLogs.list, { query: { resource_type: 'devices', resource_id: id } })).reply.logs

describe('an update that restores an earlier version', () => {
  test('is logged as a restore that names the version', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const register = async (serial: string) =>
      (
        await owner.call(devices.create, {
          body: { name: 'Kitchen', serial, kind: 'hub', organization_id: owner.organizationId },
        })
      ).reply
    const { id } = await register('A')
    const update = (name: string, headers = {}) =>
      owner.call(devices.update, { params: { id }, body: { name }, headers })
    await update('Hall')
    const [, created] = await logsOf(owner, id)

    const restored = await update('Kitchen', { 'if-match': '"2"', 'x-restores': created?.id })
    expect(restored).toMatchObject({ status: 200, reply: { name: 'Kitchen', version: 3 } })
    const [log] = await logsOf(owner, id)
    expect(log).toMatchObject({
      action: 'restore',
      user_id: owner.userId,
      details: {
        before: { name: 'Hall' },
        after: { name: 'Kitchen' },
        version: { log: created?.id, at: created?.timestamp },
      },
    })

    const [other] = await logsOf(owner, (await register('B')).id)
    for (const version of [other?.id, 'nonsense', '0198ffff-ffff-7fff-8fff-ffffffffffff']) {
      expect((await update('Attic', { 'x-restores': version })).status).toBe(422)
    }
    expect((await update('Attic', { 'if-match': '"2"', 'x-restores': created?.id })).status).toBe(412)
    expect((await owner.call(devices.show, { params: { id } })).reply.name).toBe('Kitchen')
  })

  test('is an ordinary update if it restores something else', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const body = { name: 'Kitchen', serial: 'C', kind: 'hub', organization_id: owner.organizationId }
    const { id } = (await owner.call(devices.create, { body })).reply
    const update = (values: object, headers = {}) =>
      owner.call(devices.update, { params: { id }, body: values, headers })
    await update({ name: 'Hall' })
    const [, created] = await logsOf(owner, id)
    const headers = { 'x-restores': created?.id ?? '' }
    for (const values of [{ name: 'Attic' }, { name: 'Kitchen', serial: 'D' }, { serial: 'E' }]) {
      expect((await update(values, headers)).status).toBe(200)
      const [log] = await logsOf(owner, id)
      expect(log?.action, JSON.stringify(values)).toBe('update')
    }
    await update({ name: 'Hall' })
    expect((await update({ name: 'Kitchen', serial: 'C' }, headers)).status).toBe(200)
    const [log] = await logsOf(owner, id)
    expect(log?.action).toBe('restore')
  })
})
