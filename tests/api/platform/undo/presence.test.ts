import { sql } from 'kysely'
import { describe, expect, vi } from 'vitest'
import { devices } from '#contract/devices/devices.ts'
import { bulk } from '#contract/kit/bulk.ts'
import { elderly } from '#contract/people/elderly.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { type Caller, test } from '#tests/fixtures/api.ts'
import { ended, fillDevices, jobWhen } from '#tests/fixtures/bulk.ts'
import { importFile, undone, undoPreview } from '#tests/fixtures/undo.ts'

vi.setConfig({ testTimeout: 180_000 })

const devicesOf = async (caller: Caller) =>
  (await caller.call(devices.list, { query: { _sort: 'name', _end: 200 } })).reply.devices

const entry = async (caller: Caller, action: string) =>
  (await caller.call(activityLogs.list, { query: { action, _end: 1 } })).reply.logs[0]

describe('the undo of a bulk deletion', () => {
  test('restores what nobody restored or deleted since; its undo deletes again', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    await fillDevices(api, admin.organizationId, 3)
    const { id } = (await admin.call(devices.removeMany, { body: { query: {}, count: 3 } })).reply
    await jobWhen(admin, id, ended)
    expect(await undoPreview(admin, id)).toMatchObject({ effect: 'restore', returning: 3, is_final: false })
    const restored = await undone(admin, id)
    expect(restored).toMatchObject({ done: 3 })
    const [first] = await devicesOf(admin)
    await admin.call(devices.update, { params: { id: first?.id as string }, body: { name: 'Mine now' } })
    expect(await undoPreview(admin, restored.id)).toMatchObject({
      effect: 'remove',
      returning: 2,
      left: { changed: 1 },
      is_final: false,
    })
    expect(await undone(admin, restored.id)).toMatchObject({ done: 2, skipped: 1 })
    expect((await devicesOf(admin)).map(({ name }) => name)).toEqual(['Mine now'])
  })
})

describe('the undo of an import', () => {
  const file = (home: string, count: number) => [
    'name,serial,kind,organization_id',
    ...Array.from({ length: count }, (_, at) => `Hub ${at + 1},I-${home.slice(-8)}-${at + 1},hub,${home}`),
  ]

  test('deletes what it created, except for what was changed or used since; its undo restores', async ({
    api,
  }) => {
    const admin = await api.signedIn('organization_admin')
    const id = await importFile(admin, 'devices', file(admin.organizationId, 4))
    const [renamed, reported] = await devicesOf(admin)
    await admin.call(devices.update, {
      params: { id: renamed?.id as string },
      body: { name: 'Hub 1 renamed' },
    })
    await api.db
      .updateTable('devices')
      .set({ last_seen_at: sql`now()` })
      .where('id', '=', reported?.id as string)
      .execute()
    await api.db.deleteFrom('imports').execute()

    expect((await entry(admin, 'import'))?.details.import).toBe(id)
    expect(await undoPreview(admin, id)).toMatchObject({
      effect: 'remove',
      total: 4,
      returning: 2,
      left: { changed: 2 },
      lost: null,
    })
    const job = await undone(admin, id)
    expect(job).toMatchObject({ resource: 'devices', done: 2, skipped: 2 })
    expect((await devicesOf(admin)).map(({ name }) => name)).toEqual(['Hub 1 renamed', 'Hub 2'])
    expect((await admin.call(bulk.undoLinks, { params: { id } })).reply.undone_by).toMatchObject([
      { id: job.id, done: 2, total: 4 },
    ])
    await undone(admin, job.id)
    expect(await devicesOf(admin)).toHaveLength(4)
  })

  test('keeps people that something refers to', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    const id = await importFile(admin, 'elderly', ['name', 'Ada Amsel', 'Bea Amsel'])
    const [ada] = (await admin.call(elderly.list, { query: { _sort: 'name' } })).reply.elderly
    await fillDevices(api, admin.organizationId, 1)
    const [device] = await devicesOf(admin)
    await admin.call(devices.update, {
      params: { id: device?.id as string },
      body: { person_id: ada?.id },
    })
    expect(await undoPreview(admin, id)).toMatchObject({ total: 2, returning: 1, left: { referenced: 1 } })
    expect(await undone(admin, id)).toMatchObject({ done: 1, skipped: 1 })
  })
})
