import { describe, expect } from 'vitest'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { fillDevices } from '#tests/fixtures/bulk.ts'
import { listening } from '#tests/fixtures/listening.ts'

type Row = { id: string; name: string; kind: string }

/** A client of json-server without a library: the requests of its documentation, with a token. */
async function plainClient(api: Api, { token }: Caller) {
  const { url } = await listening(api)
  return async (path: string, method = 'GET', body?: object) => {
    const response = await fetch(new URL(path, `${url}/api/rest/`), {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { status, headers } = response
    return { status, rows: (await response.json()) as Row[], headers, total: headers.get('x-total-count') }
  }
}

/** An organization with 25 devices, "Bulk 1" to "Bulk 25". */
async function withDevices(api: Api) {
  const home = await api.organization()
  await fillDevices(api, home, 25)
  return { home, ask: await plainClient(api, await api.signedIn('admin')), of: `organization_id=${home}` }
}
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)

/** The links of a response: page numbers by relation. */
const linkedPages = (headers: Headers) =>
  Object.fromEntries(
    [...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, href = '', name = '']) => [
      name,
      Number(new URL(href).searchParams.get('_page')),
    ]),
  )

describe('a client of json-server', () => {
  test('slices by _start with _end or _limit', async ({ api }) => {
    const { ask, of } = await withDevices(api)
    const all = await ask(`devices?${of}&_sort=id`)
    expect([all.rows.length, all.total]).toEqual([25, '25'])
    const byEnd = await ask(`devices?${of}&_sort=id&_start=10&_end=20`)
    const byLimit = await ask(`devices?${of}&_sort=id&_start=10&_limit=10`)
    const first = await ask(`devices?${of}&_sort=id&_limit=10`)
    expect(ids(byEnd.rows)).toEqual(ids(all.rows).slice(10, 20))
    expect(ids(byLimit.rows)).toEqual(ids(byEnd.rows))
    expect(ids(first.rows)).toEqual(ids(all.rows).slice(0, 10))
    expect(byLimit.total).toBe('25')
    expect(byLimit.headers.get('link')).toBeNull()
  })

  test('reads numbered pages, of ten rows unless it asks for others, and follows their links', async ({
    api,
  }) => {
    const { ask, of } = await withDevices(api)
    const all = ids((await ask(`devices?${of}&_sort=id`)).rows)
    const second = await ask(`devices?${of}&_sort=id&_page=2`)
    expect(ids(second.rows)).toEqual(all.slice(10, 20))
    expect(linkedPages(second.headers)).toEqual({ first: 1, prev: 1, next: 3, last: 3 })
    const last = await ask(`devices?${of}&_sort=id&_page=4&_limit=7`)
    expect(ids(last.rows)).toEqual(all.slice(21))
    expect(linkedPages(last.headers)).toEqual({ first: 1, prev: 3, last: 4 })
    expect(last.headers.get('link')).toContain(of)
    const none = await ask(`devices?${of}&_sort=id&name=nobody&_page=1`)
    expect([none.rows, linkedPages(none.headers)]).toEqual([[], { first: 1, last: 1 }])
  })

  test('filters, searches and sorts', async ({ api }) => {
    const { ask, of } = await withDevices(api)
    const names = async (query: string) => (await ask(`devices?${of}&${query}`)).rows.map(({ name }) => name)
    expect(await names('name=Bulk 3')).toEqual(['Bulk 3'])
    expect(await names('name=Bulk 3&name=Bulk 4&_sort=name&_order=desc')).toEqual(['Bulk 4', 'Bulk 3'])
    expect(await names('name_like=Bulk 2&_sort=name&_order=asc&_limit=2')).toEqual(['Bulk 2', 'Bulk 20'])
    expect(await names('q=Bulk 25')).toEqual(['Bulk 25'])
    expect(await names('kind_ne=hub')).toEqual([])
    expect(await names('_sort=kind,name&_order=asc,desc&_limit=1')).toEqual(['Bulk 9'])
  })

  test('creates, replaces, patches and deletes', async ({ api }) => {
    const { ask, home } = await withDevices(api)
    const one = async (path: string, method?: string, body?: object) => {
      const { status, rows } = await ask(path, method, body)
      return { status, row: rows as unknown as Row }
    }
    const body = { name: 'Hall', kind: 'hub', serial: `plain-${home}`, organization_id: home }
    const created = await one('devices', 'POST', body)
    const path = `devices/${created.row.id}`
    expect([created.status, created.row.name]).toEqual([201, 'Hall'])
    expect(await one(path, 'PATCH', { name: 'Kitchen' })).toMatchObject({
      row: { name: 'Kitchen', kind: 'hub' },
    })
    const replaced = await one(path, 'PUT', { ...created.row, name: 'Attic' })
    expect(replaced).toMatchObject({ status: 200, row: { name: 'Attic' } })
    expect((await one(path)).row).toEqual(replaced.row)
    expect((await one(path, 'DELETE')).status).toBe(200)
    expect((await one(path)).status).toBe(404)
  })
})
