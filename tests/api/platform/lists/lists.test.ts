import { describe, expect } from 'vitest'
import { lists } from '#contract/platform/lists.ts'
import { type Caller, test } from '#tests/fixtures/api.ts'

const devices = { list: 'devices' }
const faulty = { name: 'Faulty', search: 'status=faulty' }

async function save(caller: Caller, view: object = {}) {
  const { status, reply } = await caller.call(lists.saveView, {
    params: devices,
    body: { ...faulty, ...view },
  })
  expect(status).toBe(201)
  return reply
}
const shown = async (caller: Caller, list = 'devices') =>
  (await caller.call(lists.show, { params: { list } })).reply
const names = async (caller: Caller, list?: string) =>
  (await shown(caller, list)).views.map(({ name }) => name)

describe('list preferences', () => {
  test('are the defaults until changed, part by part and list by list', async ({ api }) => {
    const ana = await api.signedIn('operator')
    const standard = { columns: null, density: 'compact', widths: {}, pinned: [], default_view: null }
    expect((await shown(ana)).preferences).toEqual(standard)

    const columns = ['status', 'name']
    await ana.call(lists.prefer, { params: devices, body: { columns } })
    await ana.call(lists.prefer, { params: devices, body: { widths: { name: 240 }, pinned: ['name'] } })
    const { reply } = await ana.call(lists.prefer, { params: devices, body: { density: 'roomy' } })
    expect(reply).toEqual({ ...standard, columns, density: 'roomy', widths: { name: 240 }, pinned: ['name'] })
    expect((await shown(ana)).preferences).toEqual(reply)

    expect((await shown(ana, 'organizations')).preferences).toEqual(standard)
    expect((await shown(await api.signedIn('operator'))).preferences).toEqual(standard)
  })

  test('exist for lists only', async ({ api }) => {
    const ana = await api.signedIn('operator')
    expect((await ana.call(lists.show, { params: { list: 'Demo%20Data' } })).status).toBe(404)
    const wrong = await ana.call(lists.prefer, { params: devices, body: { density: 'vast' } })
    expect(wrong.status).toBe(422)
    const thin = await ana.call(lists.prefer, { params: devices, body: { widths: { name: 1 } } })
    expect(thin.status).toBe(422)
  })
})

describe('a saved view', () => {
  test('belongs to its owner until it is shared, then to the organization, and never to another', async ({
    api,
  }) => {
    const home = await api.organization()
    const [ana, ben] = [
      await api.signedIn('organization_admin', { organizationId: home, name: 'Ana' }),
      await api.signedIn('organization_admin', { organizationId: home }),
    ]
    const [stranger, staff] = [await api.signedIn('organization_admin'), await api.signedIn('admin')]
    const { id } = await save(ana)
    expect(await names(ana)).toEqual(['Faulty'])
    expect(await names(ana, 'organizations')).toEqual([])
    expect(await names(ben)).toEqual([])

    const params = { ...devices, id }
    expect((await ana.call(lists.changeView, { params, body: { shared: true } })).status).toBe(200)
    expect((await shown(ben)).views).toEqual([{ id, ...faulty, shared: true, own: false, owner_name: 'Ana' }])
    expect(await names(stranger)).toEqual([])
    expect(await names(staff)).toEqual([])

    for (const other of [ben, stranger]) {
      expect((await other.call(lists.changeView, { params, body: { name: 'Mine' } })).status).toBe(404)
      expect((await other.call(lists.removeView, { params })).status).toBe(404)
    }
    expect((await ana.call(lists.removeView, { params })).status).toBe(204)
    expect(await names(ben)).toEqual([])
  })

  test('is renamed and replaced, and names are unique', async ({ api }) => {
    const ana = await api.signedIn('operator')
    const { id } = await save(ana)
    await save(ana, { name: 'Low', search: 'battery_lte=20' })
    const params = { ...devices, id }
    const renamed = await ana.call(lists.changeView, { params, body: { name: 'Broken', search: 'kind=hub' } })
    expect(renamed.reply).toMatchObject({ id, name: 'Broken', search: 'kind=hub', shared: false, own: true })
    const taken = await ana.call(lists.changeView, { params, body: { name: 'LOW' } })
    expect(taken.status).toBe(409)
    expect(taken.problem.errors).toMatchObject([{ pointer: '#/name' }])
    expect(
      (await ana.call(lists.saveView, { params: devices, body: { name: ' ', search: '' } })).status,
    ).toBe(422)
    expect((await ana.call(lists.changeView, { params: { ...devices, id: 'x' }, body: {} })).status).toBe(404)
  })

  test('is recorded in the activity log', async ({ api }) => {
    const ana = await api.signedIn('operator')
    const { id } = await save(ana)
    await ana.call(lists.changeView, { params: { ...devices, id }, body: { shared: true } })
    await ana.call(lists.removeView, { params: { ...devices, id } })
    const logs = await api.db
      .selectFrom('activity_logs')
      .select(['action', 'actor_id', 'details'])
      .where('resource_id', '=', id)
      .orderBy('id')
      .execute()
    expect(logs).toMatchObject([
      { action: 'create', actor_id: ana.id, details: { after: { list: 'devices', ...faulty } } },
      { action: 'update', details: { before: { shared: false }, after: { shared: true } } },
      { action: 'delete', details: { before: faulty } },
    ])
  })
})
