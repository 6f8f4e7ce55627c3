import { sql } from 'kysely'
import { describe, expect, vi } from 'vitest'
import { devices } from '#contract/devices/devices.ts'
import { organizations } from '#contract/people/organizations.ts'
import { live } from '#contract/platform/live.ts'
import { test } from '#tests/fixtures/api.ts'
import { readEvents } from '#tests/fixtures/event-stream.ts'
import { listening } from '#tests/fixtures/listening.ts'
import { changesOn, changesUrl, follow, pendant, register } from '#tests/fixtures/live.ts'

describe('the stream of changes', () => {
  test('notifies staff of another person’s changes, within a second and in order', async ({ api }) => {
    const { url } = await listening(api)
    const admin = await api.signedIn('admin')
    const stream = await follow(url, await api.signedIn('operator'))
    expect(stream.text()).toMatch(/^retry: 3000\n\n/)

    const created = await admin.call(devices.create, { body: pendant(await api.organization()) })
    const { id } = created.reply
    const told = await stream.next('change', 1_000)
    expect(told.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(told.data).toEqual({
      resource: 'devices',
      id,
      action: 'create',
      at: expect.stringMatching(/Z$/),
      request_id: created.headers['x-request-id'],
    })

    await admin.call(devices.update, { params: { id }, body: { name: 'Kitchen' } })
    await admin.call(devices.remove, { params: { id } })
    await vi.waitFor(() =>
      expect(changesOn(stream).map(({ action }) => action)).toEqual(['create', 'update', 'delete']),
    )
  })

  test('starts with the recently changed resources that the caller can see', async ({ api }) => {
    const { url } = await listening(api)
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    await register(admin, home)
    const opened = async (organizationId: string) => {
      const caller = await api.signedIn('organization_admin', { organizationId })
      const { reply } = await caller.call(live.ticket)
      return (await (await readEvents(changesUrl(url, reply.ticket))).next('ready')).data
    }
    const devicesOf = (data: unknown) =>
      (data as { recent: { resource: string; age_ms: number }[] }).recent.filter(
        ({ resource }) => resource === 'devices',
      )
    const own = await opened(home)
    expect(own).toMatchObject({ covered_ms: expect.any(Number) })
    expect(devicesOf(own)).toEqual([{ resource: 'devices', age_ms: expect.any(Number) }])
    expect(devicesOf(await opened(await api.organization()))).toEqual([])
  })

  test('is neither cached nor buffered by proxies, nor compressed', async ({ api }) => {
    const { url } = await listening(api)
    const { reply } = await (await api.signedIn('admin')).call(live.ticket)
    const stream = await readEvents(changesUrl(url, reply.ticket), { 'accept-encoding': 'gzip, br' })
    await stream.next('ready')
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    expect(stream.headers.get('content-encoding')).toBeNull()
  })

  test('sends nothing before the commit, and nothing if that fails', async ({ api }) => {
    const { url } = await listening(api)
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    const gate = 4711
    // At the very end of a transaction, when all is written, one name waits and another fails.
    await sql`
      create function at_commit() returns trigger language plpgsql as $$
      begin
        if new.name = 'held' then perform pg_advisory_xact_lock(${sql.lit(gate)}); end if;
        if new.name = 'doomed' then raise exception 'no room'; end if;
        return null;
      end $$`.execute(api.db)
    await sql`
      create constraint trigger at_commit after insert on devices deferrable initially deferred
      for each row execute function at_commit()`.execute(api.db)
    const waits = async () => {
      const { rows } = await sql`
        select 1 from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and locktype = 'advisory' and not granted`.execute(api.db)
      return rows.length > 0
    }
    const create = (name: string) => admin.call(devices.create, { body: { ...pendant(home), name } })
    const stream = await follow(url, admin)

    let creating: ReturnType<typeof create> | undefined
    await api.services.database.db.transaction().execute(async db => {
      await sql`select pg_advisory_xact_lock(${gate})`.execute(db)
      creating = create('held')
      await vi.waitFor(async () => expect(await waits()).toBe(true), { timeout: 5_000 })
      expect(changesOn(stream)).toEqual([])
    })
    const { id } = (await creating)?.reply ?? {}
    expect((await stream.next('change')).data).toMatchObject({ id })

    expect((await create('doomed')).status).toBe(500)
    const after = (await create('after')).reply
    await vi.waitFor(() => expect(changesOn(stream).map(change => change.id)).toEqual([id, after.id]))
  })

  test('sends nothing about a refused change', async ({ api }) => {
    const { url } = await listening(api)
    const admin = await api.signedIn('admin')
    const analyst = await api.signedIn('analyst')
    const home = await api.organization()
    const taken = pendant(home)
    await admin.call(devices.create, { body: taken })

    const stream = await follow(url, admin)
    expect((await admin.call(devices.create, { body: taken })).status).toBe(409)
    expect((await analyst.call(devices.create, { body: pendant(home) })).status).toBe(403)
    const id = await register(admin, home)
    await stream.next('change')
    expect(changesOn(stream).map(change => change.id)).toEqual([id])
  })

  test('is limited to the caller’s organization, and to what their role may list', async ({ api }) => {
    const { url } = await listening(api)
    const admin = await api.signedIn('admin')
    const owner = await api.signedIn('organization_admin')
    const home = owner.organizationId
    const stranger = await api.organization()
    const own = await follow(url, owner)
    const translator = await follow(url, await api.signedIn('translator'))
    const carer = await follow(url, await api.signedIn('caregiver', { organizationId: home }))
    expect(own.resources).toEqual(expect.arrayContaining(['admins', 'devices', 'organizations']))
    expect(translator.resources).toEqual([
      'notifications',
      'glossary-terms',
      'translations',
      'text-checks',
      'published_texts',
    ])
    expect(carer.resources).toContain('organizations')
    expect(carer.resources).not.toContain('devices')

    await register(admin, stranger)
    await admin.call(organizations.update, { params: { id: stranger }, body: { name: 'Elsewhere' } })
    const device = await register(admin, home)
    await admin.call(organizations.update, { params: { id: home }, body: { name: 'Here' } })
    await carer.next('change')
    await vi.waitFor(() => expect(changesOn(own)).toHaveLength(2))
    expect(changesOn(own).map(({ id }) => id)).toEqual([device, home])
    expect(changesOn(carer).map(({ id }) => id)).toEqual([home])
    expect(changesOn(translator)).toEqual([])
  })
})
