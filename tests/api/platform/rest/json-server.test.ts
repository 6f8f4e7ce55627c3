import jsonServerProvider from 'ra-data-json-server'
import { describe, expect } from 'vitest'
import { alerts } from '#contract/alerts/alerts.ts'
import { grant } from '#contract/kit/permissions.ts'
import { paramNames } from '#contract/kit/urls.ts'
import { rest } from '#contract/platform/rest.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { fillDevices } from '#tests/fixtures/bulk.ts'
import { listening } from '#tests/fixtures/listening.ts'

/** react-admin's own provider, as an application configures it: the address and a client that sends a token. */
async function provider(api: Api, { token }: Caller) {
  const { url } = await listening(api)
  const authorization = `Bearer ${token}`
  return jsonServerProvider(`${url}/api/rest`, async (address: string, options: RequestInit = {}) => {
    const { method = 'GET', body = null } = options
    const headers = { authorization, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(address, { method, body, headers })
    const json = (await response.json()) as { detail?: string }
    if (!response.ok) throw Object.assign(new Error(json.detail), { status: response.status })
    return { status: response.status, headers: response.headers, json, body: JSON.stringify(json) }
  })
}

const byId = { field: 'id', order: 'ASC' } as const

describe('ra-data-json-server', () => {
  test('lists, filters, sorts and pages devices', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    await fillDevices(api, home, 30)
    const ra = await provider(api, admin)
    const filter = { organization_id: home }
    const first = await ra.getList('devices', { pagination: { page: 1, perPage: 20 }, sort: byId, filter })
    const second = await ra.getList('devices', { pagination: { page: 2, perPage: 20 }, sort: byId, filter })
    const ids = [...first.data, ...second.data].map(({ id }) => id)
    expect([first.total, second.total]).toEqual([30, 30])
    expect(ids).toHaveLength(30)
    expect(ids).toEqual(ids.toSorted())

    const found = await ra.getList('devices', {
      pagination: { page: 1, perPage: 10 },
      sort: { field: 'name', order: 'DESC' },
      filter: { ...filter, q: 'bulk 1', kind: 'hub' },
    })
    expect(found.data[0]?.name).toBe('Bulk 19')

    const referenced = await ra.getManyReference('devices', {
      target: 'organization_id',
      id: home,
      pagination: { page: 1, perPage: 5 },
      sort: byId,
      filter: {},
    })
    expect([referenced.data.length, referenced.total]).toEqual([5, 30])
    const many = await ra.getMany('devices', { ids })
    expect(many.data.map(({ id }) => id).toSorted()).toEqual(ids)
  })

  test('creates, updates with the whole record, and deletes devices one by one and many', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    const ra = await provider(api, admin)
    const { data: created } = await ra.create('devices', {
      data: { name: 'Hall', serial: `hall-${home}`, kind: 'hub', organization_id: home },
    })
    const { data: shown } = await ra.getOne('devices', { id: created.id })
    const { data: changed } = await ra.update('devices', {
      id: shown.id,
      data: { ...shown, name: 'Kitchen' },
      previousData: shown,
    })
    expect(changed).toMatchObject({ name: 'Kitchen', version: 2 })
    await ra.updateMany('devices', { ids: [shown.id], data: { kind: 'tablet' } })
    expect((await ra.getOne('devices', { id: shown.id })).data.kind).toBe('tablet')
    expect((await ra.delete('devices', { id: shown.id, previousData: shown })).data.id).toBe(shown.id)

    await fillDevices(api, home, 3)
    const { data } = await ra.getList('devices', {
      pagination: { page: 1, perPage: 10 },
      sort: byId,
      filter: { organization_id: home },
    })
    const ids = data.map(({ id }) => id)
    expect((await ra.deleteMany('devices', { ids })).data).toEqual(ids)
    await expect(ra.getOne('devices', { id: ids[0] })).rejects.toMatchObject({ status: 404 })
  })

  test('lists every resource, by id and by page, for permitted callers', async ({ api }) => {
    const [admin, owner] = [await api.signedIn('super_admin'), await api.signedIn('organization_admin')]
    const [asAdmin, asOwner] = [await provider(api, admin), await provider(api, owner)]
    const lists = Object.values(rest).filter(({ act }) => act === 'list')
    expect(lists.length).toBeGreaterThan(15)
    for (const { path, access } of lists) {
      const name = path.split('/').at(-1) as string
      const allowed = typeof access !== 'string' && grant('super_admin', access) !== null
      const ra = allowed ? asAdmin : asOwner
      const { data, total } = await ra.getList(name, {
        pagination: { page: 1, perPage: 10 },
        sort: byId,
        filter: {},
      })
      expect.soft(Array.isArray(data), name).toBe(true)
      expect.soft(total, name).toBeGreaterThanOrEqual(data.length)
      for (const { id } of data.slice(0, 1)) {
        const one = await ra.getOne(name, { id })
        expect.soft(one.data.id, name).toBe(id)
      }
    }
  })

  test('accepts a whole record back for every resource that can be changed', async ({ api }) => {
    const admin = await api.signedIn('super_admin')
    const home = await api.organization({ kind: 'care_provider' })
    const person = await api.signedIn('elderly_user', { organizationId: home })
    await api.signedIn('caregiver', { organizationId: home })
    await api.signedIn('family_member', { organizationId: home })
    await fillDevices(api, home, 1)
    const ra = await provider(api, admin)
    await ra.create('contacts', { data: { name: 'Ina', phone: '+49 30 1', person_id: person.id } })
    await ra.create('emergency-services', { data: { name: 'Wache', phone: '112', organization_id: home } })
    for (const name of ['contacts', 'emergency-services', 'caregivers', 'family', 'elderly', 'devices']) {
      const { data } = await ra.getList(name, { pagination: { page: 1, perPage: 1 }, sort: byId, filter: {} })
      const [record] = data
      expect.soft(record, name).toBeDefined()
      if (!record) continue
      const again = await ra.update(name, { id: record.id, data: record, previousData: record })
      expect.soft(again.data, name).toMatchObject({ id: record.id, name: record.name })
    }
  })

  test('refuses with the same texts and statuses as the underlying calls', async ({ api }) => {
    const admin = await api.signedIn('super_admin')
    const ask = async (query: string) => {
      const { statusCode, headers, payload } = await api.app.inject({
        url: `/api/rest/devices?${query}`,
        headers: { authorization: `Bearer ${admin.token}` },
      })
      return { statusCode, type: headers['content-type'], payload }
    }
    const unknown = await ask('colour=red')
    expect(unknown.statusCode).toBe(422)
    expect(unknown.type).toContain('application/problem+json')
    expect(unknown.payload).toContain('colour')
    expect((await ask('_start=0&_end=1000')).statusCode).toBe(422)
    expect((await ask('_sort=firmware')).statusCode).toBe(422)
    expect((await ask('_page=1&_limit=2')).statusCode).toBe(200)
  })

  test('has one address for each action of the contract', () => {
    for (const [name, { path, act, source }] of Object.entries(rest)) {
      expect.soft(paramNames(path), name).toEqual(['list', 'create'].includes(act) ? [] : ['id'])
      expect.soft(source.access, name).toEqual(rest[name]?.access)
      expect.soft(source.stepUp, name).toEqual(rest[name]?.stepUp)
      expect.soft(source.scope, name).toEqual(rest[name]?.scope)
    }
    expect(Object.keys(rest)).toContain('GET /api/rest/alerts')
    expect(rest['GET /api/rest/alerts']?.source).toBe(alerts.list)
  })
})
