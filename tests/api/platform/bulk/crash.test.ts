import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { devices } from '#contract/devices/devices.ts'
import { bulk } from '#contract/kit/bulk.ts'
import { processChunk, registerBulkJobs } from '#server/kit/bulk/work.ts'
import { openJobs } from '#server/kit/jobs.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { ended, fillDevices, jobWhen, logged } from '#tests/fixtures/bulk.ts'

const total = 250

/** A job that was ordered while nobody works. */
async function ordered(api: Api) {
  const admin = await api.signedIn('organization_admin')
  await fillDevices(api, admin.organizationId, total)
  const body = { query: {}, count: total, patch: { status: 'retired' } }
  return { admin, id: (await admin.call(devices.updateMany, { body })).reply.id }
}

const retired = async (admin: Caller) =>
  (await admin.call(devices.list, { query: { status: 'retired', _end: 1 } })).reply.total

/** Ends the connection that waits for a lock, as the death of its process would. */
async function killWaiting({ db }: Api): Promise<void> {
  for (let killed = false; !killed; await pause(20)) {
    const found = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    killed = found.rows.length > 0
  }
}

describe('a bulk job whose worker dies', () => {
  test('between two chunks or in the middle of one continues, each row processed once', async ({ api }) => {
    await api.services.jobs.stop()
    const { admin, id } = await ordered(api)
    expect(await processChunk(api.services, id)).toBe(true)
    const { done } = (await admin.call(bulk.show, { params: { id } })).reply
    expect(done).toBeGreaterThan(0)
    expect(done).toBeLessThan(total)

    // Somebody holds the last row of the next chunk, so that it dies with all other rows changed.
    const { row_id } = await api.db
      .selectFrom('bulk_rows')
      .select('row_id')
      .where('job_id', '=', id)
      .where('position', '=', 2 * done)
      .executeTakeFirstOrThrow()
    await api.db.transaction().execute(async holder => {
      await sql`select from devices where id = ${row_id} for update`.execute(holder)
      const dying = expect(processChunk(api.services, id)).rejects.toThrow(/connection/)
      await killWaiting(api)
      await dying
    })
    expect((await admin.call(bulk.show, { params: { id } })).reply).toMatchObject({ state: 'running', done })
    expect(await retired(admin)).toBe(done)
    expect(await logged(api, id, 'update')).toBe(done)

    const { connectionString } = api.services.database.pool.options
    const fresh = { ...api.services, jobs: openJobs(connectionString as string, api.services.log) }
    registerBulkJobs(fresh)
    await fresh.jobs.start()
    expect(await jobWhen(admin, id, ended)).toMatchObject({
      state: 'finished',
      total,
      done: total,
      skipped: 0,
    })
    await fresh.jobs.stop()
    expect(await retired(admin)).toBe(total)
    expect(await logged(api, id, 'update')).toBe(total)
    expect(await logged(api, id, 'bulk_finish')).toBe(1)
  })

  test('and whose queue has two workers at once still processes each row once', async ({ api }) => {
    const { admin, id } = await ordered(api)
    const another = async () => {
      while (await processChunk(api.services, id));
    }
    await Promise.all([another(), another()])
    expect(await jobWhen(admin, id, ended)).toMatchObject({ state: 'finished', done: total, skipped: 0 })
    expect(await logged(api, id, 'update')).toBe(total)
    expect(await logged(api, id, 'bulk_finish')).toBe(1)
  })
})
