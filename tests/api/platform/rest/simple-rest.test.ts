import dataProvider, { axiosInstance } from '@refinedev/simple-rest'
import { describe, expect } from 'vitest'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { apiKey } from '#tests/fixtures/api-keys.ts'
import { fillDevices } from '#tests/fixtures/bulk.ts'
import { listening } from '#tests/fixtures/listening.ts'

/** Refine's own provider, as an application configures it: the address and a bearer token. */
async function provider(api: Api, { token }: Pick<Caller, 'token'>) {
  const { url } = await listening(api)
  const client = axiosInstance.create({ headers: { authorization: `Bearer ${token}` } })
  return dataProvider(`${url}/api/rest`, client)
}

const resource = 'devices'
const ofHome = (home: string) => ({ field: 'organization_id', operator: 'eq', value: home }) as const

describe('@refinedev/simple-rest', () => {
  test('lists, filters, sorts and pages devices', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    await fillDevices(api, home, 30)
    const refine = await provider(api, admin)
    const filters = [ofHome(home)]

    const page = await refine.getList({
      resource,
      filters,
      pagination: { currentPage: 2, pageSize: 20 },
      sorters: [{ field: 'created_at', order: 'asc' }],
    })
    expect(page.total).toBe(30)
    expect(page.data).toHaveLength(10)

    const sorted = await refine.getList({
      resource,
      filters: [...filters, { field: 'name', operator: 'contains', value: 'Bulk 1' }],
      sorters: [{ field: 'name', order: 'desc' }],
    })
    expect(sorted.total).toBe(11)
    expect(sorted.data.map(({ name }) => name).slice(0, 2)).toEqual(['Bulk 19', 'Bulk 18'])

    const none = await refine.getList({
      resource,
      filters: [...filters, { field: 'status', operator: 'in', value: ['online', 'faulty'] }],
    })
    expect(none).toEqual({ data: [], total: 0 })
  })

  test('returns all records that a select requests, with and without ids', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    await fillDevices(api, home, 60)
    const refine = await provider(api, admin)
    const all = await refine.getList({ resource, filters: [ofHome(home)], pagination: { mode: 'off' } })
    expect(all.data).toHaveLength(60)
    const ids = all.data.map(({ id }) => String(id))
    const many = await refine.getMany({ resource, ids })
    expect(many.data.map(({ id }) => id).sort()).toEqual(ids.sort())
  })

  test('creates, shows, updates and deletes a device, and each is in the activity log', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    const refine = await provider(api, admin)
    const created = await refine.create({
      resource,
      variables: { name: 'Hall', serial: `hall-${home}`, kind: 'hub', organization_id: home },
    })
    const id = String(created.data.id)
    const changed = await refine.update({ resource, id, variables: { name: 'Kitchen' } })
    expect(changed.data).toMatchObject({ id, name: 'Kitchen', kind: 'hub' })
    expect((await refine.getOne({ resource, id })).data).toEqual(changed.data)
    const removed = await refine.deleteOne({ resource, id })
    expect(removed.data).toEqual({ id })
    await expect(refine.getOne({ resource, id })).rejects.toMatchObject({ status: 404 })

    const { reply } = await admin.call(activityLogs.list, {
      query: { resource_type: 'devices', resource_id: id },
    })
    expect(reply.logs.map(({ action, user_id }) => [action, user_id])).toEqual([
      ['delete', admin.userId],
      ['update', admin.userId],
      ['create', admin.userId],
    ])
  })

  test('has the same row scope as the caller elsewhere', async ({ api }) => {
    const home = await api.organization()
    await fillDevices(api, home, 1)
    const stranger = await provider(api, await api.signedIn('organization_admin'))
    const own = await provider(api, await api.signedIn('caregiver', { organizationId: home }))
    const admin = await provider(api, await api.signedIn('admin'))
    const { data } = await admin.getList({ resource, filters: [ofHome(home)] })
    const id = String(data[0]?.id)
    expect((await stranger.getList({ resource })).data).toEqual([])
    await expect(stranger.getOne({ resource, id })).rejects.toMatchObject({ status: 404 })
    await expect(stranger.deleteOne({ resource, id })).rejects.toMatchObject({ status: 404 })
    await expect(own.update({ resource, id, variables: { name: 'x' } })).rejects.toMatchObject({
      status: 403,
    })
    await expect(admin.update({ resource, id, variables: { name: '' } })).rejects.toMatchObject({
      status: 422,
    })
  })

  test('works with an API key within its scopes', async ({ api }) => {
    const home = await api.organization()
    await fillDevices(api, home, 2)
    const reader = await provider(api, { token: await apiKey(api, home, 'devices:read') })
    const { data, total } = await reader.getList({ resource })
    expect(total).toBe(2)
    const id = String(data[0]?.id)
    await expect(reader.deleteOne({ resource, id })).rejects.toMatchObject({ status: 403 })
    await expect(reader.getList({ resource: 'elderly' })).rejects.toMatchObject({ status: 403 })
  })
})
