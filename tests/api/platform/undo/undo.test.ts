import { sql } from 'kysely'
import { describe, expect, vi } from 'vitest'
import { devices } from '#contract/devices/devices.ts'
import { bulk } from '#contract/kit/bulk.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { processChunk } from '#server/kit/bulk/work.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { ended, fillDevices, jobWhen, logged } from '#tests/fixtures/bulk.ts'
import { undone, undoPreview } from '#tests/fixtures/undo.ts'

vi.setConfig({ testTimeout: 180_000 })

const all = { _sort: 'name', _end: 200 }
const devicesOf = async (caller: Caller, query: object = {}) =>
  (await caller.call(devices.list, { query: { ...all, ...query } })).reply.devices

const statuses = async (caller: Caller) => (await devicesOf(caller)).map(({ status }) => status)

/** An organization's admin with devices that one bulk job retired. */
async function retired(api: Api, count: number) {
  const admin = await api.signedIn('organization_admin')
  await fillDevices(api, admin.organizationId, count)
  const { reply } = await admin.call(devices.updateMany, {
    body: { query: {}, count, patch: { status: 'retired', report_interval_seconds: 60 } },
  })
  await jobWhen(admin, reply.id, ended)
  return { admin, id: reply.id, rows: await devicesOf(admin) }
}

/** As after 30 days, when jobs and their reports are deleted. */
const forgetJobs = ({ db }: Api) => db.deleteFrom('bulk_jobs').execute()

const entry = async (caller: Caller, action: string) =>
  (await caller.call(activityLogs.list, { query: { action, _end: 1 } })).reply.logs[0]

describe('the undo of a bulk change', () => {
  test('weeks later returns its fields, names what was changed since, and keeps other fields', async ({
    api,
  }) => {
    const { admin, id, rows } = await retired(api, 4)
    const other = await api.signedIn('organization_admin', { organizationId: admin.organizationId })
    const [renamed, changed, back, removed] = rows.map(device => ({ params: { id: device.id } }))
    await other.call(devices.update, { ...renamed, body: { name: 'Bulk 1 renamed' } } as never)
    await other.call(devices.update, { ...changed, body: { report_interval_seconds: 90 } } as never)
    for (const seconds of [90, 60])
      await other.call(devices.update, { ...back, body: { report_interval_seconds: seconds } } as never)
    await other.call(devices.remove, removed as never)
    await forgetJobs(api)

    // Another admin, from the entry in the activity log.
    const order = await entry(other, 'bulk_update')
    expect(order?.details.bulk_job).toBe(id)
    const preview = await undoPreview(other, id)
    const { user_email } = (await entry(other, 'delete')) ?? {}
    expect(preview).toMatchObject({
      resource: 'devices',
      effect: 'update',
      total: 4,
      examined: 4,
      returning: 2,
      untried: 0,
      lost: 0,
      is_final: false,
      left: { changed: 1, gone: 1, unchanged: 0, refused: 0 },
    })
    const rowOf = (reason: string) => preview.rows.find(row => row.reason === reason)
    expect(rowOf('changed')).toMatchObject({
      title: 'Bulk 2',
      changes: [{ field: 'report_interval_seconds', by_email: user_email }],
    })
    expect(await statuses(other)).toEqual(['retired', 'retired', 'retired'])

    const job = await undone(other, id)
    expect(job).toMatchObject({ act: 'undo', undoes: id, total: 4, done: 2, skipped: 2, undoable: true })
    expect(
      (await devicesOf(other)).map(({ name, status, report_interval_seconds }) => [
        name,
        status,
        report_interval_seconds,
      ]),
    ).toEqual([
      ['Bulk 1 renamed', 'offline', expect.not.toBeOneOf([60])],
      ['Bulk 2', 'retired', 90],
      ['Bulk 3', 'offline', expect.not.toBeOneOf([60])],
    ])
    const { results } = (await other.call(bulk.results, { query: { job_id: job.id, verdict: 'skipped' } }))
      .reply
    expect(results.map(({ title, reason, changes }) => [title, reason, changes[0]?.field])).toEqual(
      expect.arrayContaining([
        ['Bulk 2', 'changed', 'report_interval_seconds'],
        [expect.anything(), 'gone', undefined],
      ]),
    )
    expect(await logged(api, job.id, 'update')).toBe(2)
  })

  test('is linked with it, both ways, and can be undone as well', async ({ api }) => {
    const { admin, id } = await retired(api, 3)
    const first = await undone(admin, id)
    expect(await statuses(admin)).toEqual(['offline', 'offline', 'offline'])
    const again = await admin.call(bulk.undo, { params: { id } })
    expect(again.problem).toMatchObject({ status: 409, detail: 'This job has nothing left to undo' })
    const second = await undone(admin, first.id)
    expect(second).toMatchObject({ undoes: first.id, done: 3 })
    expect(await statuses(admin)).toEqual(['retired', 'retired', 'retired'])
    // The action is in effect again, and so is its undo possible.
    expect((await admin.call(bulk.show, { params: { id } })).reply).toMatchObject({
      undone: 0,
      undoable: true,
    })
    const third = await undone(admin, id)
    expect(third).toMatchObject({ done: 3 })
    expect(await statuses(admin)).toEqual(['offline', 'offline', 'offline'])

    await forgetJobs(api)
    const links = (await admin.call(bulk.undoLinks, { params: { id } })).reply
    expect(links).toMatchObject({
      undoes: null,
      obstacle: null,
      undone_by: [
        { id: third.id, action: 'bulk_undo', done: 3, total: 3 },
        { id: first.id, done: 3 },
      ],
    })
    const back = (await admin.call(bulk.undoLinks, { params: { id: second.id } })).reply
    expect(back).toMatchObject({ undone_by: [], undoes: { id: first.id, action: 'bulk_undo' } })
    // Nothing is left, and nothing breaks.
    expect(await undoPreview(admin, id)).toMatchObject({ total: 3, returning: 0, left: { unchanged: 3 } })
    expect(await undone(admin, id)).toMatchObject({ done: 0, skipped: 3 })
  })

  test('ordered by two admins at the same moment happens once', async ({ api }) => {
    const { admin, id } = await retired(api, 3)
    const other = await api.signedIn('organization_admin', { organizationId: admin.organizationId })
    const params = { id }
    const answers = await Promise.all([admin, other, admin].map(one => one.call(bulk.undo, { params })))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409])
    const [winner] = answers.filter(({ status }) => status === 202)
    const winning = winner === answers[1] ? other : admin
    expect(await jobWhen(winning, winner?.reply.id as string, ended)).toMatchObject({ done: 3 })
    const rows = await devicesOf(admin)
    const updates = await sql<{ count: number }>`
      select count(*)::int as count from activity_logs
      where action = 'update' and resource_id = ${rows[0]?.id}`.execute(api.db)
    expect(updates.rows[0]?.count).toBe(2)
  })

  test('cancelled or stopped halfway continues where it was, and returns each record once', async ({
    api,
  }) => {
    const { admin, id } = await retired(api, 250)
    await api.services.jobs.stop()
    const { reply } = await admin.call(bulk.undo, { params: { id } })
    expect(await processChunk(api.services, reply.id)).toBe(true)
    expect((await admin.call(bulk.undo, { params: { id } })).status).toBe(409)
    const { reply: cancelled } = await admin.call(bulk.cancel, { params: { id: reply.id } })
    expect(cancelled).toMatchObject({ state: 'cancelled', done: 100 })
    expect((await admin.call(bulk.show, { params: { id } })).reply).toMatchObject({ undone: 100 })

    const again = (await admin.call(bulk.undo, { params: { id } })).reply
    expect(await processChunk(api.services, again.id)).toBe(true)
    // As after a restart: whoever comes next finds the job in the database.
    await api.services.jobs.start()
    expect(await jobWhen(admin, again.id, ended)).toMatchObject({ total: 250, done: 150, skipped: 100 })
    expect((await logged(api, reply.id, 'update')) + (await logged(api, again.id, 'update'))).toBe(250)
    expect((await admin.call(devices.list, { query: { status: 'retired', _end: 1 } })).reply.total).toBe(0)
    expect((await admin.call(bulk.show, { params: { id } })).reply).toMatchObject({
      undone: 250,
      undoable: false,
    })
  })

  test('respects a later bulk change of the same records', async ({ api }) => {
    const { admin, id } = await retired(api, 3)
    const later = (
      await admin.call(devices.updateMany, {
        body: { query: { name: 'Bulk 1' }, count: 1, patch: { status: 'faulty' } },
      })
    ).reply
    await jobWhen(admin, later.id, ended)
    expect(await undone(admin, id)).toMatchObject({ done: 2, skipped: 1 })
    expect(await statuses(admin)).toEqual(['faulty', 'offline', 'offline'])
    // The later one first, then the earlier one: everything is as it was.
    await undone(admin, later.id)
    expect(await undone(admin, id)).toMatchObject({ done: 1, skipped: 2 })
    expect(await statuses(admin)).toEqual(['offline', 'offline', 'offline'])
  })

  test('names reports of devices as changes that nobody made', async ({ api }) => {
    const { admin, id, rows } = await retired(api, 1)
    await api.db
      .updateTable('devices')
      .set({ status: 'online' })
      .where('id', '=', rows[0]?.id as string)
      .execute()
    expect((await undoPreview(admin, id)).rows).toMatchObject([
      { reason: 'changed', changes: [{ field: 'status', at: null, log_id: null, by_email: null }] },
    ])
  })

  test('ignores poisoned entries: of clients, of other resources, and with impossible values', async ({
    api,
  }) => {
    const { admin, id, rows } = await retired(api, 3)
    const victim = (await api.signedIn('elderly_user', { organizationId: admin.organizationId })).id
    const details = { bulk_job: id, before: { name: 'Poison' }, after: { name: 'Bulk 1' } }
    for (const resource_id of [rows[0]?.id, victim, "'; drop table devices; --"])
      await admin.call(activityLogs.create, {
        body: { action: 'edit', resource_type: 'devices', resource_id, details },
      })
    await sql`
      insert into activity_logs (organization_id, id, "timestamp", action, resource_type, resource_id, source, details)
      select ${admin.organizationId}, gen_random_uuid(), now(), 'update', type, id, source, ${JSON.stringify(details)}::jsonb
      from (values ('devices', ${rows[0]?.id}, 'client'), ('people', ${victim}, 'server'),
        ('devices', 'no id', 'server')) as poison (type, id, source)`.execute(api.db)
    await sql`
      update activity_logs set details = jsonb_set(details, '{before}',
        case resource_id when ${rows[1]?.id} then '"text"' else '{"status": "on fire", "report_interval_seconds": -1}' end::jsonb)
      where action = 'update' and resource_id in (${rows[1]?.id}, ${rows[2]?.id})`.execute(api.db)
    expect(await undoPreview(admin, id)).toMatchObject({
      total: 3,
      returning: 1,
      left: { unreadable: 2 },
    })
    expect(await undone(admin, id)).toMatchObject({ total: 3, done: 1, skipped: 2 })
    expect(await statuses(admin)).toEqual(['offline', 'retired', 'retired'])
  })

  test('says which records left the log', async ({ api }) => {
    const { admin, id, rows } = await retired(api, 3)
    await sql`
      update activity_logs set details = '{}', salt = null, erased = '\\x00'
      where action = 'update' and resource_id = ${rows[0]?.id}`.execute(api.db)
    expect(await undoPreview(admin, id)).toMatchObject({ total: 2, returning: 2, lost: 1 })
    await sql`update activity_logs set details = '{}' where action = 'bulk_update'`.execute(api.db)
    expect((await admin.call(bulk.previewUndo, { params: { id } })).status).toBe(404)
    expect((await admin.call(bulk.undo, { params: { id } })).status).toBe(404)
  })
})
