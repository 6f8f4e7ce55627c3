import fc from 'fast-check'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect } from 'vitest'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { DeviceKind, DeviceStatus, devices } from '#contract/devices/devices.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { RowGroup, RowGroups } from '#contract/kit/row-groups.ts'
import { admins } from '#contract/people/admins.ts'
import { rowGroups } from '#contract/platform/row-groups.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'

const groupsOf = (name: string) => rowGroups[name] as Endpoint

async function ask(reader: Pick<Caller, 'call'>, name: string, query: Record<string, unknown>) {
  const { status, reply, problem, text } = await reader.call(groupsOf(name), { query: query as never })
  return { status, problem, text, ...(reply as unknown as RowGroups) }
}

const countsOf = (groups: RowGroup[]) =>
  Object.fromEntries(groups.map(({ value, count }) => [String(value), count]))

const instant = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2026-02-01'), noInvalidDate: true })
  .map(date => date.toISOString())
const anyDevice = fc.record({
  name: fc.constantFrom('alpha', 'Beta', '50%', 'gamma'),
  status: fc.constantFrom(...DeviceStatus.options),
  kind: fc.constantFrom(...DeviceKind.options),
  battery: fc.option(fc.integer({ min: 0, max: 100 })),
  last_seen_at: fc.option(instant),
})

async function insertDevices(api: Api, organization_id: string, rows: object[]) {
  const values = rows.map(row => {
    const id = uuid()
    return { id, serial: id, organization_id, ...row }
  })
  await api.db
    .insertInto('devices')
    .values(values as never[])
    .execute()
}

const some = <T>(value: fc.Arbitrary<T>) => fc.uniqueArray(value, { minLength: 1, maxLength: 2 })
const anyFilter = fc.record(
  {
    kind_ne: some(fc.constantFrom(...DeviceKind.options)),
    battery_gte: fc.integer({ min: 0, max: 60 }),
    battery_null: fc.boolean(),
    last_seen_at_lte: instant,
    last_seen_at_null: fc.boolean(),
    q: fc.constantFrom('alpha', '50%', 'zz'),
    _where: fc.constantFrom('{"or":[{"status":"online"},{"battery_lte":40}]}', '{"name_like":"a"}'),
  },
  { requiredKeys: [] },
)

describe('the groups of a list', () => {
  test('have as many rows as the list with the same filters and their value', { timeout: 120_000 }, async ({
    api,
  }) => {
    const home = await api.organization()
    const reader = await api.signedIn('organization_admin', { organizationId: home })
    await insertDevices(api, home, fc.sample(anyDevice, { numRuns: 150, seed: 11 }))
    await insertDevices(api, await api.organization(), fc.sample(anyDevice, { numRuns: 50, seed: 12 }))
    const totalOf = async (query: object) =>
      (await reader.call(devices.list, { query: { ...query, _end: 0 } as never })).reply.total
    await fc.assert(
      fc.asyncProperty(
        anyFilter,
        fc.constantFrom('status', 'kind', 'organization_id'),
        async (filter, _by) => {
          const { status, groups, total, text } = await ask(reader, 'devices', { ...filter, _by })
          expect(status, text).toBe(200)
          expect(total).toBe(groups.length)
          expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(await totalOf(filter))
          for (const { value, count } of groups)
            expect(await totalOf({ ...filter, [_by]: value })).toBe(count)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('without a value are those that the list finds as empty', async ({ api }) => {
    const home = await api.organization()
    const reader = await api.signedIn('organization_admin', { organizationId: home })
    await insertDevices(api, home, [
      { name: 'seen', status: 'online', kind: 'hub', last_seen_at: '2026-01-05T23:30:00Z' },
      { name: 'new', status: 'online', kind: 'hub' },
      { name: 'newer', status: 'online', kind: 'hub' },
    ])
    const { groups } = await ask(reader, 'devices', { _by: 'last_seen_at' })
    expect(countsOf(groups)).toEqual({ '2026-01-05': 1, null: 2 })
    expect(groups.at(-1)?.value).toBe(null)
    const { reply } = await reader.call(devices.list, { query: { last_seen_at_null: true } as never })
    expect(reply.devices.map(({ name }) => name).sort()).toEqual(['new', 'newer'])
  })

  test.for([
    ['day', 'Europe/Madrid', ['2026-03-30', '2026-03-29']],
    ['day', 'UTC', ['2026-03-29', '2026-03-28']],
    ['week', 'Europe/Madrid', ['2026-03-30', '2026-03-23']],
    ['month', 'America/New_York', ['2026-03-01']],
  ] as const)('by %s begin in the time zone %s', async ([_period, _zone, periods], { api }) => {
    const home = await api.organization()
    const reader = await api.signedIn('organization_admin', { organizationId: home })
    // The last minutes before and after the clocks of Madrid change.
    await insertDevices(
      api,
      home,
      ['2026-03-28T23:10:00Z', '2026-03-29T22:30:00Z'].map(last_seen_at => ({
        name: 'x',
        status: 'online',
        kind: 'hub',
        last_seen_at,
      })),
    )
    const { groups } = await ask(reader, 'devices', { _by: 'last_seen_at', _period, _zone })
    expect(groups.map(({ value }) => value)).toEqual(periods)
  })

  test('sum up numbers and times, but no number whose sum says nothing', async ({ api }) => {
    const home = await api.organization()
    const reader = await api.signedIn('organization_admin', { organizationId: home })
    await insertDevices(api, home, [
      { name: 'a', status: 'online', kind: 'hub', battery: 40, last_seen_at: '2026-01-05T10:00:00Z' },
      { name: 'b', status: 'online', kind: 'hub', battery: 60, last_seen_at: '2026-01-07T10:00:00Z' },
      { name: 'c', status: 'online', kind: 'hub' },
    ])
    const _measures = 'battery,last_seen_at,version,name'
    const { groups } = await ask(reader, 'devices', { _by: 'kind', _measures })
    expect(groups).toEqual([
      {
        value: 'hub',
        count: 3,
        is_minimum: false,
        measures: { battery: { sum: null, average: 50 } },
        ranges: { last_seen_at: { from: '2026-01-05T10:00:00.000Z', to: '2026-01-07T10:00:00.000Z' } },
      },
    ])
    const staff = await api.signedIn('admin')
    const { reply } = await staff.call(subscriptions.list, { query: { _end: 200 } as never })
    const plans = await ask(staff, 'subscriptions', { _by: 'plan', _measures: 'mrr' })
    const revenue = plans.groups.reduce((sum, { measures }) => sum + (measures.mrr?.sum ?? 0), 0)
    expect(revenue).toBeCloseTo(
      reply.subscriptions.reduce((sum, { mrr }) => sum + mrr, 0),
      6,
    )
  })

  test('come in pages, however many there are', { timeout: 60_000 }, async ({ api }) => {
    const home = await api.organization()
    const reader = await api.signedIn('organization_admin', { organizationId: home })
    const many = Array.from({ length: 5_000 }, (_, at) => ({
      name: `Device ${at}`,
      status: 'online',
      kind: 'hub',
    }))
    for (let at = 0; at < many.length; at += 1_000) await insertDevices(api, home, many.slice(at, at + 1_000))
    const seen = new Set<string | null>()
    for (let at = 0; at < 5_000; at += 200) {
      const { groups, total } = await ask(reader, 'devices', { _by: 'name', _start: at, _end: at + 200 })
      expect(total).toBe(5_000)
      for (const { value } of groups) seen.add(value)
    }
    expect(seen.size).toBe(5_000)
    expect((await ask(reader, 'devices', { _by: 'name', _end: 201 })).status).toBe(422)
  })

  test('count no further than the cap, and say so', { timeout: 60_000 }, async ({ api }) => {
    const reader = await api.signedIn('super_admin')
    const organization_id = await api.organization()
    const row = (action: string) => ({
      id: uuid(),
      action,
      resource_type: 'probe',
      timestamp: new Date().toISOString(),
      source: 'server',
      organization_id,
      details: '{}',
    })
    const rows = [row('create'), row('create'), ...Array.from({ length: 120 }, () => row('update'))]
    await api.db
      .insertInto('activity_logs')
      .values(rows as never[])
      .execute()
    const query = { _by: 'action', resource_type: 'probe' }
    const whole = await ask(reader, 'activity-logs', { ...query, _cap: 1_000 })
    expect(whole.groups.map(({ value, count, is_minimum }) => [value, count, is_minimum])).toEqual([
      ['update', 120, false],
      ['create', 2, false],
    ])
    // Five times the cap is less than all rows, so each value is counted by itself: the rare one is still exact.
    const capped = await ask(reader, 'activity-logs', { ...query, _cap: 20 })
    expect(capped.groups[0]).toMatchObject({ value: 'update', count: 20, is_minimum: true })
    expect(capped.groups[1]).toMatchObject({ value: 'create', count: 2, is_minimum: false })
    // What the first rows do not have is counted if it is asked for.
    const last = { ...row('delete'), timestamp: new Date(Date.now() - 60_000).toISOString() }
    await api.db
      .insertInto('activity_logs')
      .values(last as never)
      .execute()
    const asked = await ask(reader, 'activity-logs', { ...query, _cap: 19, _values: 'delete,approve' })
    expect(asked.groups.map(({ value, count }) => [value, count])).toEqual([
      ['update', 19],
      ['create', 2],
      ['delete', 1],
      ['approve', 0],
    ])
    expect(asked.total).toBe(3)
  })
})

test('a count that takes too long is stopped and refused with advice', async ({ api }) => {
  const reader = await api.signedIn('admin')
  const detail = 'Counting these rows takes too long. Add a filter.'
  await api.db.transaction().execute(async db => {
    await sql`lock table devices in access exclusive mode`.execute(db)
    expect(await ask(reader, 'devices', { _by: 'kind' })).toMatchObject({ status: 422, problem: { detail } })
  })
  // The refusal is not kept.
  expect((await ask(reader, 'devices', { _by: 'kind' })).status).toBe(200)
})

describe('nothing is revealed by a number', () => {
  test('of rows out of the caller’s scope', async ({ api }) => {
    const [mine, theirs] = [await api.organization(), await api.organization()]
    await insertDevices(api, mine, [{ name: 'mine', status: 'online', kind: 'hub' }])
    await insertDevices(api, theirs, [{ name: 'theirs', status: 'online', kind: 'pendant' }])
    const reader = await api.signedIn('organization_admin', { organizationId: mine })
    for (const _by of ['kind', 'organization_id', 'name'])
      expect((await ask(reader, 'devices', { _by })).groups.map(({ count }) => count)).toEqual([1])
    expect((await ask(reader, 'devices', { _by: 'kind', organization_id: theirs })).groups).toEqual([])
    // The same question by someone else is not answered from the first answer.
    const other = await api.signedIn('organization_admin', { organizationId: theirs })
    expect(countsOf((await ask(other, 'devices', { _by: 'kind' })).groups)).toEqual({ pendant: 1 })
  })

  test('of fields that the caller may not see', async ({ api }) => {
    const analyst = await api.signedIn('analyst')
    expect((await analyst.call(admins.list)).status).toBe(200)
    for (const query of [
      { _by: 'email' },
      { _by: 'role', email_null: true },
      { _by: 'role', email_like: 'a' },
    ]) {
      const { status, problem } = await ask(analyst, 'admins', query)
      expect(status).toBe(422)
      expect(problem.detail).toContain('email')
    }
  })

  test('to anyone without the permission, or of deleted rows without the right to restore them', async ({
    api,
  }) => {
    const analyst = await api.signedIn('analyst')
    expect((await ask(analyst, 'activity-logs', { _by: 'action' })).status).toBe(403)
    expect((await ask(analyst, 'devices', { _by: 'kind', removed: true })).status).toBe(403)
    expect((await ask(api.nobody, 'devices', { _by: 'kind' })).status).toBe(401)
  })

  test.for<[string, Record<string, unknown>, string]>([
    ['a field there is not', { _by: 'colour' }, '_by'],
    ['no field', {}, '_by'],
    ['a number', { _by: 'battery' }, '_by'],
    ['a period there is not', { _by: 'last_seen_at', _period: 'century' }, '_period'],
    ['a time zone there is not', { _by: 'last_seen_at', _zone: "UTC'; drop table devices" }, '_zone'],
    ['a measure there is not', { _by: 'kind', _measures: 'battery,colour' }, '_measures'],
    ['a filter there is not', { _by: 'kind', colour: 'red' }, 'colour'],
    ['the past', { _by: 'kind', as_of: '2026-01-01T00:00:00.000Z' }, 'as_of'],
  ])('refuse %s by name', async ([, query, named], { api }) => {
    const { status, text } = await ask(await api.signedIn('admin'), 'devices', query)
    expect(status).toBe(422)
    expect(text).toContain(named)
  })

  test('values that a field cannot have are not counted', async ({ api }) => {
    const reader = await api.signedIn('super_admin')
    await insertDevices(api, await api.organization(), [
      { name: 'a', status: 'online', kind: 'hub' },
      { name: 'b', status: 'online', kind: 'hub' },
      { name: 'c', status: 'online', kind: 'hub' },
      { name: 'd', status: 'online', kind: 'hub' },
      { name: 'e', status: 'online', kind: 'hub' },
    ])
    for (const _by of ['organization_id', 'kind', 'name']) {
      const { status, text } = await ask(reader, 'devices', {
        _by,
        _cap: 1,
        _values: "x,'; drop table devices",
      })
      expect(status, text).toBe(200)
    }
  })

  test('every list of the console has its groups', async ({ api }) => {
    const reader = await api.signedIn('super_admin')
    for (const [name, { source }] of Object.entries(rowGroups)) {
      for (const _by of source.listing.filter) {
        const { status, text } = await ask(reader, name, { _by, _cap: 100 })
        const isNumber = text.includes('_by')
        expect.soft(isNumber ? 200 : status, `${name} by ${_by}: ${text.slice(0, 200)}`).toBe(200)
      }
    }
  })
})
