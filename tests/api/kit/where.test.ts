import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { describe, expect } from 'vitest'
import { DeviceKind, DeviceStatus, devices } from '#contract/devices/devices.ts'
import type { Where } from '#contract/kit/where.ts'
import { admins } from '#contract/people/admins.ts'
import { type Api, test } from '#tests/fixtures/api.ts'

interface Row {
  id: string
  name: string
  status: string
  kind: string
  battery: number | null
  last_seen_at: string | null
}

const words = ['alpha', 'Beta', 'gamma_ray', '50%', 'Zoë']
const instant = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2026-02-01'), noInvalidDate: true })
  .map(date => date.toISOString())
const status = fc.constantFrom(...DeviceStatus.options)
const kind = fc.constantFrom(...DeviceKind.options)
const battery = fc.integer({ min: 0, max: 100 })
const some = <T>(value: fc.Arbitrary<T>) => fc.uniqueArray(value, { minLength: 1, maxLength: 3 })

const anyRow = fc.record({
  name: fc.constantFrom(...words),
  status,
  kind,
  battery: fc.option(battery),
  last_seen_at: fc.option(instant),
})

const conditions: fc.Arbitrary<Where> = fc.oneof(
  fc.record({ status: some(status) }),
  fc.record({ kind_ne: some(kind) }),
  fc.record({ battery: some(battery) }),
  fc.record({ battery_ne: some(battery) }),
  fc.record({ battery_gte: battery, battery_lte: battery }),
  fc.record({ last_seen_at_gte: instant }),
  fc.record({ name_like: fc.constantFrom('a', '%', '_', 'BETA', 'ë') }),
  fc.record({ name: some(fc.constantFrom(...words)), status: some(status) }),
)
const groupOf = (member: fc.Arbitrary<Where>) => fc.array(member, { minLength: 1, maxLength: 3 })
const grouped = (member: fc.Arbitrary<Where>): fc.Arbitrary<Where> =>
  fc.oneof(
    conditions,
    fc.record({ or: groupOf(member) }),
    fc.record({ and: groupOf(member) }),
    fc.record({ status: some(status), or: groupOf(member), and: groupOf(member) }),
  )

/** What a `_where` says of a row, without a database. */
function holds({ and = [], or, ...given }: Where, row: Row): boolean {
  const each = Object.entries(given).every(([parameter, value]) => {
    const [, name = '', operator = ''] = parameter.match(/^(.+?)(?:_(ne|gte|lte|like))?$/) ?? []
    const held = row[name as keyof Row]
    switch (operator) {
      case 'ne':
        return !(value as unknown[]).includes(held)
      case 'gte':
        return held !== null && held >= (value as string)
      case 'lte':
        return held !== null && held <= (value as string)
      case 'like':
        return String(held)
          .toLowerCase()
          .includes((value as string).toLowerCase())
      default:
        return (value as unknown[]).includes(held)
    }
  })
  return each && and.every(one => holds(one, row)) && (!or || or.some(one => holds(one, row)))
}

async function insert(api: Api, organization_id: string, rows: Omit<Row, 'id'>[]): Promise<Row[]> {
  const made = rows.map(row => ({ id: uuid(), ...row }))
  const values = made.map(row => ({ ...row, organization_id, serial: row.id })) as never[]
  await api.db.insertInto('devices').values(values).execute()
  return made
}

describe('filter groups', () => {
  test('match exactly the rows that satisfy them', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    const rows = await insert(api, home, fc.sample(anyRow, { numRuns: 120, seed: 7 }))
    const answered = async (where: Where) => {
      const query = { organization_id: home, _where: JSON.stringify(where), _end: 200 }
      const { reply } = await admin.call(devices.list, { query })
      return { total: reply.total, ids: reply.devices.map(({ id }) => id).sort() }
    }
    await fc.assert(
      fc.asyncProperty(grouped(grouped(conditions)), async where => {
        const ids = rows.filter(row => holds(where, row)).map(({ id }) => id)
        expect(await answered(where)).toEqual({ total: ids.length, ids: ids.sort() })
      }),
      { numRuns: 150 },
    )
  })

  test.for([
    ['no JSON', '{', 'Must be JSON'],
    ['a field there is not', '{"or":[{"colour":"red"}]}', 'colour'],
    ['an operator the field does not have', '{"or":[{"status_gte":"online"}]}', 'status_gte'],
    ['a value the field does not have', '{"and":[{"or":[{"kind":"boat"}]}]}', 'kind'],
    ['a third level', '{"or":[{"and":[{"or":[{"kind":"hub"}]}]}]}', '#/_where/or/0/and/0/or'],
    ['an empty group', '{"or":[]}', '#/_where/or'],
  ])('refuse %s by name', async ([, _where, named], { api }) => {
    const admin = await api.signedIn('admin')
    const { status, text } = await admin.call(devices.list, { query: { _where } })
    expect(status).toBe(422)
    expect(text).toContain(named)
  })

  test('reveal no hidden field', async ({ api }) => {
    const analyst = await api.signedIn('analyst')
    const query = { _where: '{"or":[{"email_like":"a"},{"and":[{"status":"active"}]}]}' }
    const { status, problem } = await analyst.call(admins.list, { query })
    expect(status).toBe(422)
    expect(problem.detail).toContain('email')
  })

  test('respect the caller’s row scope', async ({ api }) => {
    const [mine, theirs] = [await api.organization(), await api.organization()]
    const admin = await api.signedIn('organization_admin', { organizationId: mine })
    const row = { name: 'alpha', status: 'online', kind: 'hub', battery: 1, last_seen_at: null }
    const [own] = await insert(api, mine, [row])
    await insert(api, theirs, [row])
    const _where = JSON.stringify({ or: [{ kind: 'hub' }, { organization_id: theirs }] })
    const { reply } = await admin.call(devices.list, { query: { _where } })
    expect(reply.devices.map(({ id }) => id)).toEqual([own?.id])
  })
})
