import { describe, expect } from 'vitest'
import { devices } from '#contract/devices/devices.ts'
import { bulk } from '#contract/kit/bulk.ts'
import { admins } from '#contract/people/admins.ts'
import { organizations } from '#contract/people/organizations.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { ended, fillDevices, jobWhen, logged } from '#tests/fixtures/bulk.ts'

const retire = (organization_id: string, count: number) => ({
  query: { organization_id },
  count,
  patch: { status: 'retired' },
})

/** An organization's admin with so many offline devices. */
async function keeper(api: Api, count: number) {
  const admin = await api.signedIn('organization_admin')
  await fillDevices(api, admin.organizationId, count)
  return admin
}

/** Far more than a step of a job takes at once. */
const total = process.env.DEEP ? 10_001 : 3_001

const countOf = async (caller: Caller, query: object) =>
  (await caller.call(devices.list, { query: { ...query, _end: 1 } })).reply.total

const resultsOf = async (caller: Caller, job_id: string, query: object = {}) =>
  (await caller.call(bulk.results, { query: { job_id, _end: 200, ...query } })).reply

describe('a bulk job', () => {
  test(`changes ${total} rows until it is cancelled, and is undone: the counts agree everywhere`, {
    tags: ['thorough'],
    timeout: 600_000,
  }, async ({ api }) => {
    const admin = await keeper(api, total)
    const home = admin.organizationId
    expect(await countOf(admin, { status: 'offline' })).toBe(total)

    const ordered = await admin.call(devices.updateMany, { body: retire(home, total) })
    expect(ordered.status).toBe(202)
    expect(ordered.reply).toMatchObject({ state: 'running', total, done: 0, skipped: 0, undoable: false })
    const { id } = ordered.reply
    await jobWhen(admin, id, ({ done }) => done > total / 4)
    const { reply: cancelled } = await admin.call(bulk.cancel, { params: { id } })
    const { done } = cancelled
    expect(cancelled).toMatchObject({ state: 'cancelled', total, skipped: 0, undoable: true })
    expect(done).toBeGreaterThan(total / 4)
    expect(done).toBeLessThan(total)

    expect(await countOf(admin, { status: 'retired' })).toBe(done)
    expect(await countOf(admin, { status: 'offline' })).toBe(total - done)
    expect(await logged(api, id, 'update')).toBe(done)
    expect((await resultsOf(admin, id, { verdict: 'done' })).total).toBe(done)
    expect((await resultsOf(admin, id, { verdict: 'left' })).total).toBe(total - done)
    expect((await admin.call(bulk.cancel, { params: { id } })).status).toBe(409)

    const undoing = await admin.call(bulk.undo, { params: { id } })
    expect(undoing.reply).toMatchObject({ act: 'undo', undoes: id, total: done })
    expect((await admin.call(bulk.undo, { params: { id } })).status).toBe(409)
    const undone = await jobWhen(admin, undoing.reply.id, ended)
    expect(undone).toMatchObject({ state: 'finished', done, skipped: 0, undoable: true })
    expect(await countOf(admin, { status: 'offline' })).toBe(total)
    expect(await logged(api, undone.id, 'update')).toBe(done)
    const { reply: first } = await admin.call(bulk.show, { params: { id } })
    expect(first).toMatchObject({ done, undone: done, undoable: false })

    const { reply: acts } = await admin.call(activityLogs.list, {
      query: {
        action: ['bulk_update', 'bulk_cancel', 'bulk_undo', 'bulk_finish'],
        resource_type: 'devices',
      },
    })
    expect(acts.logs.map(({ action, details }) => [action, details.total])).toEqual([
      ['bulk_finish', done],
      ['bulk_undo', done],
      ['bulk_cancel', total],
      ['bulk_update', total],
    ])
  })

  test('does nothing if the number of matching rows differs from the confirmed one', async ({ api }) => {
    const admin = await keeper(api, 3)
    const { problem } = await admin.call(devices.updateMany, {
      body: retire(admin.organizationId, 4),
    })
    expect(problem).toMatchObject({
      status: 409,
      type: '/problems/count',
      detail: '3 rows match now, not 4. Nothing was changed.',
    })
    expect((await admin.call(bulk.list, {})).reply.total).toBe(0)
  })

  test('covers the rows present when it was ordered, and reports why it skipped some', async ({ api }) => {
    const admin = await keeper(api, 5)
    const { reply } = await admin.call(devices.list, { query: { _sort: 'name' } })
    const [changed, removed, same] = reply.devices.map(({ id }) => ({ id }))
    await admin.call(devices.setStatus, { params: same as never, body: { status: 'retired' } })
    // The worker of this API is stopped, so that the rows change between the order and the work.
    await api.services.jobs.stop()
    const { id } = (await admin.call(devices.updateMany, { body: retire(admin.organizationId, 5) })).reply
    await admin.call(devices.update, { params: changed as never, body: { name: 'Another' } })
    await admin.call(devices.remove, { params: removed as never })
    await fillDevices(api, await api.organization(), 1)
    await api.services.jobs.start()
    expect(await jobWhen(admin, id, ended)).toMatchObject({ total: 5, done: 2, skipped: 3 })
    const { results } = await resultsOf(admin, id, { verdict: 'skipped' })
    expect(Object.fromEntries(results.map(({ id, reason }) => [id, reason]))).toEqual({
      [changed?.id as string]: 'changed',
      [removed?.id as string]: 'gone',
      [same?.id as string]: 'unchanged',
    })
    expect(await logged(api, id, 'update')).toBe(2)
    const csv = await admin.call(bulk.results, {
      query: { job_id: id, reason: 'gone', _format: 'csv', _columns: 'title,verdict,reason' },
    })
    expect(csv.text).toBe('\uFEFFtitle,verdict,reason\r\nBulk 2,skipped,gone\r\n')
  })

  test('reports row by row what the resource’s own rules refuse', async ({ api }) => {
    const root = await api.signedIn('super_admin', { name: 'Bulk Root' })
    const admin = await api.signedIn('admin', { name: 'Bulk Admin' })
    const operator = await api.signedIn('operator', { name: 'Bulk Operator' })
    const ids = [root.id, admin.id, operator.id]
    const { reply } = await admin.call(admins.updateMany, {
      body: { ids, count: 3, patch: { status: 'suspended' } },
    })
    expect(await jobWhen(admin, reply.id, ended)).toMatchObject({ done: 1, skipped: 2 })
    const { results } = await resultsOf(admin, reply.id, { verdict: 'skipped' })
    expect(results.map(({ title, reason, detail }) => [title, reason, detail]).sort()).toEqual([
      ['Bulk Admin', 'refused', 'You can’t remove, suspend or demote yourself'],
      ['Bulk Root', 'refused', 'Only a super admin can change a super admin'],
    ])
    expect(
      results.flatMap(({ refusals }) => refusals.map(({ field, code }) => [field, code])).sort(),
    ).toEqual([
      [null, 'self'],
      [null, 'superRank'],
    ])
    // The job has the same side effects as a single call: the suspended are signed out.
    expect((await operator.call(admins.list, {})).status).toBe(401)
    expect((await root.call(admins.list, {})).status).toBe(200)
  })

  test('removes rows, and restores those that were not changed since', async ({ api }) => {
    const admin = await keeper(api, 30)
    const { id } = (await admin.call(devices.removeMany, { body: { query: { kind: 'hub' }, count: 30 } }))
      .reply
    expect(await jobWhen(admin, id, ended)).toMatchObject({
      act: 'delete',
      total: 30,
      done: 30,
      undoable: true,
    })
    expect(await countOf(admin, {})).toBe(0)
    expect(await logged(api, id, 'delete')).toBe(30)
    const { reply } = await admin.call(devices.list, { query: { removed: true, _sort: 'name' } })
    const [first] = reply.devices
    await admin.call(devices.restore, { params: { id: first?.id as string } })
    await admin.call(devices.remove, { params: { id: first?.id as string } })

    const undoing = (await admin.call(bulk.undo, { params: { id } })).reply
    expect(await jobWhen(admin, undoing.id, ended)).toMatchObject({ total: 30, done: 29, skipped: 1 })
    expect((await resultsOf(admin, undoing.id, { verdict: 'skipped' })).results).toMatchObject([
      { id: first?.id, reason: 'changed' },
    ])
    expect(await countOf(admin, {})).toBe(29)
    expect(await logged(api, undoing.id, 'restore')).toBe(29)
    expect((await admin.call(bulk.show, { params: { id } })).reply).toMatchObject({
      undone: 29,
      undoable: true,
    })
  })

  test('is undone for rows whose fields are as it left them', async ({ api }) => {
    const admin = await keeper(api, 3)
    const { id } = (await admin.call(devices.updateMany, { body: retire(admin.organizationId, 3) })).reply
    await jobWhen(admin, id, ended)
    const { reply } = await admin.call(devices.list, { query: { _sort: 'name' } })
    const [renamed, changed] = reply.devices.map(({ id }) => ({ params: { id } }))
    await admin.call(devices.update, { ...renamed, body: { name: 'Mine now' } } as never)
    await admin.call(devices.setStatus, { ...changed, body: { status: 'faulty' } } as never)
    const undoing = (await admin.call(bulk.undo, { params: { id } })).reply
    expect(await jobWhen(admin, undoing.id, ended)).toMatchObject({ done: 2, skipped: 1 })
    expect(await countOf(admin, { status: 'offline' })).toBe(2)
    expect(await countOf(admin, { status: 'offline', name: 'Mine now' })).toBe(1)
    expect(await countOf(admin, { status: 'faulty' })).toBe(1)
  })

  test('has its caller’s row scope, and belongs to its caller only', async ({ api }) => {
    const admin = await keeper(api, 2)
    const stranger = await keeper(api, 2)
    const { reply } = await admin.call(devices.list, {})
    const ids = reply.devices.map(({ id }) => id)
    const body = { ids, count: 2, patch: { status: 'retired' } }
    expect((await stranger.call(devices.updateMany, { body })).problem.detail).toMatch(/^0 rows match now/)
    const caregiver = await api.signedIn('caregiver', { organizationId: admin.organizationId })
    expect((await caregiver.call(devices.updateMany, { body })).status).toBe(403)
    const orgs = { query: {}, count: 1 }
    expect((await admin.call(organizations.removeMany, { body: orgs })).status).toBe(403)

    const { id } = (await admin.call(devices.updateMany, { body })).reply
    await jobWhen(admin, id, ended)
    for (const endpoint of [bulk.show, bulk.cancel, bulk.undo]) {
      expect((await stranger.call(endpoint, { params: { id } })).status).toBe(404)
    }
    expect((await resultsOf(stranger, id)).total).toBe(0)
    expect((await stranger.call(bulk.list, {})).reply.total).toBe(0)
  })

  test('stops changing rows once its caller may no longer do so', async ({ api }) => {
    const admin = await keeper(api, 2)
    await api.services.jobs.stop()
    const { id } = (await admin.call(devices.updateMany, { body: retire(admin.organizationId, 2) })).reply
    await api.db.updateTable('people').set({ role: 'family_member' }).where('id', '=', admin.id).execute()
    await api.services.jobs.start()
    expect(await jobWhen(admin, id, ended)).toMatchObject({ state: 'finished', done: 0, skipped: 2 })
    expect((await resultsOf(admin, id)).results[0]?.detail).toBe('You don’t have permission to do this')
  })

  test('accepts no field, row or number that it cannot process', async ({ api }) => {
    const admin = await keeper(api, 1)
    const query = { organization_id: admin.organizationId }
    const patch = { status: 'retired' }
    const wrong = [
      { query, count: 1, patch: {} },
      { query, count: 1, patch: { serial: 'X' } },
      { query, count: 1, patch: { status: 'broken' } },
      { query: { firmware: '1' }, count: 1, patch },
      { query, ids: ['0198ffff-ffff-7fff-8fff-ffffffffffff'], count: 1, patch },
      { count: 1, patch },
      { query, count: 0, patch },
    ]
    for (const body of wrong) {
      expect.soft((await admin.call(devices.updateMany, { body })).status, JSON.stringify(body)).toBe(422)
    }
  })
})
