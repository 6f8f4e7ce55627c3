import { v7 as uuid } from 'uuid'
import { describe, expect } from 'vitest'
import { DeviceStatus, devices } from '#contract/devices/devices.ts'
import { elderly } from '#contract/people/elderly.ts'
import { clearPageCache } from '#server/kit/table/page-cache.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'

const count = 720

async function manyDevices(api: Api, organization_id: string): Promise<void> {
  const statuses = DeviceStatus.options
  const rows = Array.from({ length: count }, (_, index) => ({
    id: uuid(),
    organization_id,
    serial: `${organization_id} ${index}`,
    name: `${index % 2 ? 'Hub' : 'hub'} ${(index * 7) % 90}`,
    kind: 'hub' as const,
    status: statuses[index % statuses.length],
    battery: index % 3 ? index % 101 : null,
  }))
  await api.db
    .insertInto('devices')
    .values(rows as never[])
    .execute()
}

/** The ids of all pages of a list, asked for one after the other. */
async function walk(caller: Caller, query: object): Promise<{ ids: string[]; totals: Set<number> }> {
  const ids: string[] = []
  const totals = new Set<number>()
  for (let start = 0; ; start += 40) {
    const page = { ...query, _start: start, _end: start + 40 }
    const { reply } = await caller.call(devices.list, { query: page })
    totals.add(reply.total)
    ids.push(...reply.devices.map(({ id }) => id))
    if (reply.devices.length < 40) return { ids, totals }
  }
}

describe('pages by number', () => {
  test.for([
    ['name', 'asc'],
    ['name', 'desc'],
    ['status,name', 'desc,desc'],
    ['status,name', 'asc,desc'],
    ['battery', 'desc'],
  ])('by %s %s contain every row once and in order, however deep', async ([_sort, _order], { api }) => {
    const admin = await api.signedIn('admin')
    const organization_id = await api.organization()
    await manyDevices(api, organization_id)
    const query = { organization_id, _sort, _order }
    const first = await walk(admin, query)
    expect(new Set(first.ids).size).toBe(count)
    expect(first.totals).toEqual(new Set([count]))
    const whole: string[] = []
    for (const start of [0, 200, 400, 600]) {
      const { reply } = await admin.call(devices.list, {
        query: { ...query, _start: start, _end: start + 200 },
      })
      whole.push(...reply.devices.map(({ id }) => id))
    }
    expect(whole).toEqual(first.ids)
  })

  test('include a new row that sorts before them', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const organization_id = await api.organization()
    await manyDevices(api, organization_id)
    const query = { organization_id, _sort: 'name' }
    const { ids } = await walk(admin, query)
    const body = { name: 'A first one', serial: uuid(), kind: 'hub', organization_id }
    const { reply } = await admin.call(devices.create, { body })
    expect((await walk(admin, query)).ids).toEqual([reply.id, ...ids])
  })
})

/** Offsets of the statements that a server sends from now on. */
function offsetsOf({ services }: Api): number[] {
  const offsets: number[] = []
  const seen = new WeakSet<object>()
  services.database.pool.on('acquire', client => {
    if (seen.has(client)) return
    seen.add(client)
    const query = client.query as (text: unknown, values?: unknown[]) => unknown
    client.query = ((...[text, values]: Parameters<typeof query>) => {
      if (String(text).includes(' offset ')) offsets.push(values?.at(-1) as number)
      return query.call(client, text, values)
    }) as never
  })
  return offsets
}

test('of many callers who ask for the same distant page, one skips the rows before it', async ({ api }) => {
  const admin = await api.signedIn('admin')
  const organization_id = await api.organization()
  await manyDevices(api, organization_id)
  const query = { organization_id, _sort: 'name', _start: 600, _end: 640 }
  const read = async () => (await admin.call(devices.list, { query })).reply.devices.map(({ id }) => id)
  const expected = await read()
  expect(expected).toHaveLength(40)
  clearPageCache()
  const offsets = offsetsOf(api)
  const pages = await Promise.all(Array.from({ length: 12 }, read))
  expect(offsets.filter(offset => offset > 0)).toEqual([600])
  expect(pages).toEqual(Array(12).fill(expected))
  expect(await read()).toEqual(expected)
})

describe('a search', () => {
  test('finds values stored in either of two tables', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    const people = await Promise.all(
      ['Rosalind', 'Marta'].map(name => api.signedIn('elderly_user', { organizationId: home, name })),
    )
    const [rosalind, marta] = people.map(({ id }) => id)
    const body = { preferred_name: 'Oma Rosa' }
    await admin.call(elderly.update, { params: { id: marta ?? '' }, body })
    const found = async (q: string) => {
      const { reply } = await admin.call(elderly.list, { query: { organization_id: home, q, _sort: 'name' } })
      return reply.elderly.map(({ id }) => id)
    }
    expect(await found('ROSA')).toEqual([marta, rosalind])
    expect(await found('os')).toEqual([marta, rosalind])
    expect(await found('oma')).toEqual([marta])
    expect(await found('%')).toEqual([])
  })
})
