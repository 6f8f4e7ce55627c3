import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { devices } from '#contract/devices/devices.ts'
import { Username } from '#contract/identity/index.ts'
import { paramNames } from '#contract/kit/urls.ts'
import { caregivers } from '#contract/people/carers.ts'
import { elderly } from '#contract/people/elderly.ts'
import { afterCommit, auditedTransaction, systemOrigin } from '#server/kit/audit.ts'
import { clearPageCache } from '#server/kit/table/page-cache.ts'
import { type Api, test } from '#tests/fixtures/api.ts'
import { fillApi } from '#tests/fixtures/demo.ts'
import { everyEndpoint } from '#tests/fixtures/endpoints.ts'

const lists = (await everyEndpoint()).filter(
  ([, { listing, path }]) => listing && paramNames(path).length === 0,
)

describe('a list', () => {
  test('of demo data matches its contract, at the maximum page size', { timeout: 240_000 }, async ({
    api,
  }) => {
    await fillApi(api, { scale: 0.02 })
    const { rows } = await sql<{ username: string }>`select username from people`.execute(api.db)
    for (const { username } of rows) expect.soft(Username.safeParse(username).success, username).toBe(true)
    for (const role of ['super_admin', 'operator'] as const) {
      const reader = await api.signedIn(role)
      for (const [name, endpoint] of lists) {
        const { status, reply, text } = await reader.call(endpoint, { query: { _end: 200 } as never })
        if (status === 403) continue
        expect.soft(status, `${name} as ${role}: ${text.slice(0, 300)}`).toBe(200)
        const { error } = endpoint.reply.safeParse(reply)
        // Fields that are hidden from a role are null, whatever their schema says.
        if (role === 'super_admin') expect.soft(error?.issues.slice(0, 3), name).toBe(undefined)
      }
    }
  })

  test('shows unreadable records as unavailable, and everything else as it is', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const organizationId = await api.organization()
    const names = ['Ada', 'Bea', 'Cem']
    const people = await Promise.all(names.map(name => api.signedIn('caregiver', { organizationId, name })))
    const username = 'x'.repeat(70)
    await api.db
      .updateTable('people')
      .set({ username })
      .where('id', '=', people[1]?.id ?? '')
      .execute()
    const query = { organization_id: organizationId, _sort: 'name' }
    const { status, reply } = await admin.call(caregivers.list, { query })
    expect(status).toBe(200)
    expect(reply.caregivers.map(({ name }) => name)).toEqual(names)
    expect(reply.caregivers.map(person => person.username === null)).toEqual([false, true, false])
    const { reply: one, status: found } = await admin.call(caregivers.show, {
      params: { id: people[1]?.id ?? '' },
    })
    expect([found, one.name, one.username]).toEqual([200, 'Bea', null])
  })

  test('stays readable whatever characters a name has, because what is stored is valid', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const organization_id = await api.organization()
    for (const name of [`${'a'.repeat(49)}𝒜𝒜𝒜`, '𝒜'.repeat(40), '😀', 'İ'.repeat(60), '\u0301\u0301']) {
      const { status, text } = await admin.call(elderly.create, { body: { name, organization_id } })
      expect.soft(status, `${name}: ${text}`).toBe(201)
    }
    const { status, reply } = await admin.call(elderly.list, { query: { organization_id } })
    expect(status).toBe(200)
    for (const { username } of reply.elderly)
      expect.soft(Username.safeParse(username).success, username).toBe(true)
  })

  test.for([
    ['half a character', { name: 'a\ud800' }, '#/name', 'The text contains a character that can’t be stored'],
    ['U+0000', { name: 'a\0b' }, '#/name', 'The text contains a character that can’t be stored'],
    [
      'half a character in a key',
      { 'a\udc00': 1 },
      '#',
      'The text contains a character that can’t be stored',
    ],
  ] as const)('accepts no record with %s', async ([, body, pointer, detail], { api }) => {
    const admin = await api.signedIn('admin')
    const { status, problem } = await admin.call(elderly.create, { body })
    expect([status, problem.errors]).toMatchObject([422, [{ pointer, detail }]])
  })

  test('accepts no record that is nested too deeply, or has too many values', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const nested = `{"name":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    const countless = JSON.stringify({ name: Array.from({ length: 250_000 }, () => 'x') })
    for (const [payload, reason] of [
      [nested, 'up to 64 levels'],
      [countless, '50000 values'],
    ] as const) {
      const started = process.threadCpuUsage()
      const answer = await api.app.inject({
        method: 'POST',
        url: elderly.create.path,
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
        payload,
      })
      const { user } = process.threadCpuUsage(started)
      expect(answer.statusCode).toBe(422)
      expect(answer.json().detail).toContain(reason)
      expect(user / 1_000, 'milliseconds of work').toBeLessThan(500)
    }
  })
})

describe('the total of a list', () => {
  /** An organization with so many devices, numbered in their serials. */
  async function organizationOf(api: Api, count: number): Promise<string> {
    const organization_id = await api.organization()
    await sql`insert into devices (id, organization_id, serial, name, kind)
      select gen_random_uuid(), ${organization_id}, ${organization_id} || n, 'Hub', 'hub'
      from generate_series(1, ${count}::int) as n`.execute(api.db)
    return organization_id
  }

  test('is right on a page beyond the end', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const organization_id = await api.organization()
    for (const serial of ['1', '2', '3'])
      await admin.call(devices.create, {
        body: { name: 'Hub', serial: `${organization_id}-${serial}`, kind: 'hub', organization_id },
      })
    for (const [_start, _end] of [
      [3, 10],
      [40, 60],
      [900, 1_000],
    ]) {
      const { reply } = await admin.call(devices.list, { query: { organization_id, _start, _end } as never })
      expect([reply.devices, reply.total], `${_start}`).toEqual([[], 3])
    }
  })

  test('includes a record once its transaction has committed, also with a concurrent reader', async ({
    api,
  }) => {
    const admin = await api.signedIn('admin')
    // Slow enough to count that the count is cached.
    const organization_id = await organizationOf(api, 30_000)
    const total = async () =>
      (await admin.call(devices.list, { query: { organization_id, _start: 0, _end: 0 } })).reply.total
    const order: string[] = []
    await auditedTransaction(api.services, systemOrigin, async (db, audit) => {
      await sql`delete from devices where organization_id = ${organization_id} and serial like '%1'`.execute(
        db,
      )
      afterCommit(db, () => {
        order.push('cleared')
        clearPageCache('devices')
      })
      audit({ action: 'delete', resourceType: 'devices' })
      await total()
      order.push('read')
    })
    expect(order).toEqual(['read', 'cleared'])
    expect(await total()).toBe(27_000)
  })

  test('has the total after a change of another instance', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const organization_id = await organizationOf(api, 1_500)
    const total = async () =>
      (await admin.call(devices.list, { query: { organization_id, _start: 0, _end: 5 } })).reply.total
    expect(await total()).toBe(1_500)
    await sql`delete from devices where organization_id = ${organization_id} and serial like '%7'`.execute(
      api.db,
    )
    expect(await total()).toBe(1_500)
    api.services.changes.publish([
      {
        logId: organization_id,
        resource: 'devices',
        id: null,
        action: 'delete',
        organizationId: organization_id,
        at: new Date().toISOString(),
        requestId: null,
      },
    ])
    expect(await total()).toBe(1_350)
  })

  test('keeps its cache when a transaction is rolled back', async ({ api }) => {
    let isCalled = false
    const failing = auditedTransaction(api.services, systemOrigin, async db => {
      afterCommit(db, () => {
        isCalled = true
      })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(isCalled).toBe(false)
  })
})
