import { describe, expect, vi } from 'vitest'
import { contacts } from '#contract/alerts/contacts.ts'
import { devices } from '#contract/devices/devices.ts'
import { apiKeys } from '#contract/identity/api-keys.ts'
import { bulk } from '#contract/kit/bulk.ts'
import { admins } from '#contract/people/admins.ts'
import { caregivers } from '#contract/people/carers.ts'
import { elderly } from '#contract/people/elderly.ts'
import { privacy } from '#contract/people/privacy.ts'
import { type Api, bearer, type Caller, test } from '#tests/fixtures/api.ts'
import { ended, fillDevices, jobWhen } from '#tests/fixtures/bulk.ts'
import { importFile, undone, undoPreview } from '#tests/fixtures/undo.ts'

vi.setConfig({ testTimeout: 180_000 })

const devicesOf = async (caller: Pick<Caller, 'call'>) =>
  (await caller.call(devices.list, { query: { _sort: 'name' } })).reply.devices

/** A bulk change of every device that the caller sees in an organization. */
async function change(caller: Caller, organization_id: string, count: number, patch: object) {
  const { reply } = await caller.call(devices.updateMany, {
    body: { query: { organization_id }, count, patch },
  })
  await jobWhen(caller, reply.id, ended)
  return reply.id
}

async function retired(api: Api, count = 2) {
  const admin = await api.signedIn('organization_admin')
  await fillDevices(api, admin.organizationId, count)
  const id = await change(admin, admin.organizationId, count, { status: 'retired' })
  return { admin, id }
}

const calls = [bulk.undo, bulk.previewUndo, bulk.undoLinks]

describe('an undo', () => {
  test('of another tenant’s action, or of none, is not found', async ({ api }) => {
    const { admin, id } = await retired(api)
    const stranger = await api.signedIn('organization_admin')
    const colleague = await api.signedIn('caregiver', { organizationId: admin.organizationId })
    const analyst = await api.signedIn('analyst')
    for (const caller of [stranger, colleague, analyst]) {
      for (const endpoint of calls) {
        expect((await caller.call(endpoint, { params: { id } })).status).toBe(404)
        for (const other of ['no-id', '0198ffff-ffff-7fff-8fff-ffffffffffff', "' or true --"])
          expect((await caller.call(endpoint, { params: { id: other } })).status).toBe(404)
      }
    }
    for (const endpoint of calls)
      expect((await api.nobody.call(endpoint, { params: { id } })).status).toBe(401)
    // Staff’s actions are in the log of the service, even on a customer’s records.
    const staff = await api.signedIn('admin')
    const ofStaff = await change(staff, admin.organizationId, 2, { status: 'faulty' })
    expect((await admin.call(bulk.undo, { params: { id: ofStaff } })).status).toBe(404)
    expect((await devicesOf(admin)).map(({ status }) => status)).toEqual(['faulty', 'faulty'])
  })

  test('does not reach records that have moved to another organization since', async ({ api }) => {
    const { admin, id } = await retired(api)
    const staff = await api.signedIn('admin')
    const elsewhere = await api.organization()
    const [moved] = await devicesOf(admin)
    await staff.call(devices.update, {
      params: { id: moved?.id as string },
      body: { organization_id: elsewhere, name: 'Secret name' },
    })
    const preview = await undoPreview(admin, id)
    expect(preview).toMatchObject({ total: 2, returning: 1, left: { gone: 1 } })
    expect(preview.rows).toMatchObject([{ reason: 'gone', title: null, changes: [] }])
    expect(await undone(admin, id)).toMatchObject({ done: 1, skipped: 1 })
    const show = await staff.call(devices.show, { params: { id: moved?.id as string } })
    expect(show.reply).toMatchObject({ status: 'retired', organization_id: elsewhere })
    // Staff see both organizations.
    expect(await undone(staff, id)).toMatchObject({ done: 1, skipped: 1 })
  })

  test('needs the permission of today, for each record as well', async ({ api }) => {
    const { admin, id } = await retired(api)
    await api.db.updateTable('people').set({ role: 'caregiver' }).where('id', '=', admin.id).execute()
    expect((await admin.call(bulk.undoLinks, { params: { id } })).reply.obstacle).toBe('forbidden')
    expect((await admin.call(bulk.previewUndo, { params: { id } })).status).toBe(403)
    expect((await admin.call(bulk.undo, { params: { id } })).status).toBe(403)
    await api.db
      .updateTable('people')
      .set({ role: 'organization_admin' })
      .where('id', '=', admin.id)
      .execute()

    await api.services.jobs.stop()
    const { reply } = await admin.call(bulk.undo, { params: { id } })
    await api.db.updateTable('people').set({ role: 'caregiver' }).where('id', '=', admin.id).execute()
    await api.services.jobs.start()
    expect(await jobWhen(admin, reply.id, ended)).toMatchObject({ done: 0, skipped: 2 })
    const { results } = (await admin.call(bulk.results, { query: { job_id: reply.id } })).reply
    expect(results[0]).toMatchObject({ reason: 'refused', detail: 'You don’t have permission to do this' })
  })

  test('by an API key is of its own actions only', async ({ api }) => {
    const { admin, id } = await retired(api)
    await api.db
      .updateTable('sessions')
      .set({ proved_at: new Date().toISOString() })
      .where('person_id', '=', admin.id)
      .execute()
    const { reply: made } = await admin.call(apiKeys.create, {
      body: { name: 'Fleet', scopes: ['devices:manage', 'devices:read'] },
    })
    const key = bearer(api.app, (made as { key: string }).key)
    expect((await key.call(bulk.undo, { params: { id } })).status).toBe(404)
    const { reply } = await key.call(devices.updateMany, {
      body: { query: {}, count: 2, patch: { status: 'faulty' } },
    })
    await jobWhen(key, reply.id, ended)
    expect(await undoPreview(key, reply.id)).toMatchObject({ returning: 2 })
    expect(await undone(key, reply.id)).toMatchObject({ done: 2 })
    expect((await devicesOf(admin)).map(({ status }) => status)).toEqual(['retired', 'retired'])
  })

  test('says before which records are refused: a unique value that another record has now', async ({
    api,
  }) => {
    const admin = await api.signedIn('organization_admin')
    const lines = ['name,username,email', 'Ann,ann,ann@example.org', 'Ben,ben,ben@example.org']
    const id = await importFile(admin, 'caregivers', lines)
    const removed = await undone(admin, id)
    expect(removed).toMatchObject({ done: 2 })
    await admin.call(caregivers.create, {
      body: { name: 'Another Ann', username: 'ann.other', email: 'ann@example.org' },
    })
    const preview = await undoPreview(admin, removed.id)
    expect(preview).toMatchObject({ effect: 'restore', returning: 1, untried: 0, left: { refused: 1 } })
    expect(preview.rows).toMatchObject([{ title: 'Ann', refusals: [{ field: 'email', code: 'taken' }] }])
    expect(await undone(admin, removed.id)).toMatchObject({ done: 1, skipped: 1 })
  })

  test('says before which records are refused: a reference that is gone', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    const person = (await admin.call(elderly.create, { body: { name: 'Ada Amsel' } })).reply
    await fillDevices(api, admin.organizationId, 2)
    const [worn] = await devicesOf(admin)
    const params = { id: worn?.id as string }
    await admin.call(devices.update, { params, body: { person_id: person.id } })
    const { id } = (await admin.call(devices.removeMany, { body: { query: {}, count: 2 } })).reply
    await jobWhen(admin, id, ended)
    await admin.call(elderly.remove, { params: { id: person.id } })
    const preview = await undoPreview(admin, id)
    expect(preview).toMatchObject({ returning: 1, left: { refused: 1 } })
    expect(preview.rows).toMatchObject([{ refusals: [{ field: 'person_id', code: 'absent' }] }])
    expect(await undone(admin, id)).toMatchObject({ done: 1, skipped: 1 })
  })

  test('never brings back an erased person', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    const lines = ['name,organization_id', `Ada Amsel,${home}`, `Bea Amsel,${home}`]
    const imported = await importFile(admin, 'elderly', lines)
    const query = { organization_id: home }
    const people = (await admin.call(elderly.list, { query: { ...query, _sort: 'name' } })).reply.elderly
    const suspend = { query, count: 2, patch: { status: 'suspended' } }
    const { id } = (await admin.call(elderly.updateMany, { body: suspend })).reply
    await jobWhen(admin, id, ended)
    const removal = (await admin.call(elderly.removeMany, { body: { query, count: 2 } })).reply
    await jobWhen(admin, removal.id, ended)
    await api.db
      .updateTable('sessions')
      .set({ proved_at: new Date().toISOString() })
      .where('person_id', '=', admin.id)
      .execute()
    const erased = await admin.call(privacy.erase, {
      params: { id: people[0]?.id as string },
      body: { name: 'Ada Amsel' },
    })
    expect(erased.status, erased.text).toBeLessThan(300)
    expect(await undoPreview(admin, removal.id)).toMatchObject({ total: 1, returning: 1, lost: 1 })
    expect(await undone(admin, removal.id)).toMatchObject({ total: 1, done: 1 })
    expect(await undone(admin, id)).toMatchObject({ total: 1, done: 1 })
    // Not even where an entry was overlooked by the erasure.
    await api.db
      .insertInto('activity_logs')
      .values({
        id: '0198ffff-ffff-7fff-8fff-fffffffffff0',
        timestamp: new Date().toISOString(),
        organization_id: home,
        action: 'delete',
        resource_type: 'elderly',
        resource_id: people[0]?.id as string,
        source: 'server',
        details: JSON.stringify({ bulk_job: removal.id, before: { name: 'Ada Amsel' } }),
      } as never)
      .execute()
    await api.db.deleteFrom('bulk_jobs').execute()
    expect(await undone(admin, removal.id)).toMatchObject({ total: 2, done: 0, skipped: 2 })
    const left = await api.db
      .selectFrom('people')
      .select(['name', 'deleted_at'])
      .where('id', '=', people[0]?.id as string)
      .executeTakeFirstOrThrow()
    expect(left).toMatchObject({ name: 'Erased person', deleted_at: expect.anything() })
    expect(await undoPreview(admin, imported)).toMatchObject({ total: 1 })
  })

  test('asks for step-up where the action did', async ({ api }) => {
    const root = await api.signedIn('super_admin')
    const operator = await api.signedIn('operator')
    const prove = (proved_at: string) =>
      api.db.updateTable('sessions').set({ proved_at }).where('person_id', '=', root.id).execute()
    await prove(new Date().toISOString())
    const { reply } = await root.call(admins.updateMany, {
      body: { ids: [operator.id], count: 1, patch: { status: 'suspended' } },
    })
    await jobWhen(root, reply.id, ended)
    await prove('2026-01-01T00:00:00Z')
    // The preview changes nothing, and is not refused for want of it.
    expect(await undoPreview(root, reply.id)).toMatchObject({ returning: 1, left: { refused: 0 } })
    const params = { id: reply.id }
    expect((await root.call(bulk.undo, { params })).problem.type).toBe('/problems/step-up')
    await prove(new Date().toISOString())
    expect(await undone(root, reply.id)).toMatchObject({ done: 1 })
  })

  test('of records without a complete log, or a bin, says so before', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    const person = (await admin.call(elderly.create, { body: { name: 'Ada Amsel' } })).reply
    const carer = (
      await admin.call(caregivers.create, {
        body: { name: 'Cleo Care', username: 'cleo', email: 'cleo@example.org' },
      })
    ).reply
    const pairs = await importFile(admin, 'assignments', [
      'elderly_id,caregiver_id,relationship',
      `${person.id},${carer.id},caregiver`,
    ])
    expect((await admin.call(bulk.undoLinks, { params: { id: pairs } })).reply.obstacle).toBe('unrestorable')
    expect((await admin.call(bulk.undo, { params: { id: pairs } })).problem).toMatchObject({
      status: 422,
      detail: 'These records can’t be brought back from the activity log',
    })

    const id = await importFile(admin, 'contacts', [
      'person_id,name,phone',
      `${person.id},Nora Neighbour,+34 600 000 000`,
    ])
    expect(await undoPreview(admin, id)).toMatchObject({ effect: 'remove', returning: 1, is_final: true })
    const gone = await undone(admin, id)
    expect(gone).toMatchObject({ done: 1 })
    expect((await admin.call(contacts.list, { query: {} })).reply.total).toBe(0)
    expect((await admin.call(bulk.undoLinks, { params: { id: gone.id } })).reply.obstacle).toBe(
      'unrestorable',
    )
  })
})
