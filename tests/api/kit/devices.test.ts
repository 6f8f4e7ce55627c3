import { describe, expect } from 'vitest'
import { devices } from '#contract/devices/devices.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { type Caller, test } from '#tests/fixtures/api.ts'

let count = 0
const pendant = (organization_id: string, values: object = {}) => ({
  name: `Pendant ${++count}`,
  serial: `SN-${count}-${process.pid}`,
  kind: 'pendant',
  organization_id,
  ...values,
})

async function register(admin: Caller, organizationId: string, values: object = {}) {
  const { status, reply } = await admin.call(devices.create, { body: pendant(organizationId, values) })
  expect(status).toBe(201)
  const { key: _, ...device } = reply
  return device
}

describe('a resource', () => {
  test('is created, shown, changed with its history, and removed', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    const device = await register(admin, home)
    expect(device).toMatchObject({ status: 'registered', battery: null, version: 1 })

    const shown = await admin.call(devices.show, { params: { id: device.id } })
    expect(shown.reply).toEqual(device)
    expect(shown.headers.etag).toBe('"1"')

    const changed = await admin.call(devices.update, { params: { id: device.id }, body: { name: 'Kitchen' } })
    expect(changed.reply).toMatchObject({ name: 'Kitchen', version: 2 })

    const removed = await admin.call(devices.remove, { params: { id: device.id } })
    expect(removed.status).toBe(204)
    expect((await admin.call(devices.show, { params: { id: device.id } })).status).toBe(404)

    const history = await admin.call(activityLogs.list, {
      query: { resource_type: 'devices', resource_id: device.id },
    })
    expect(history.reply.logs.map(({ action, details }) => ({ action, details }))).toMatchObject([
      { action: 'delete', details: { before: { name: 'Kitchen' } } },
      { action: 'update', details: { before: { name: device.name }, after: { name: 'Kitchen' } } },
      { action: 'create', details: { after: { name: device.name } } },
    ])
    expect(history.reply.logs.every(({ user_id }) => user_id === admin.userId)).toBe(true)
  })

  test('is paged and sorted by the conventions of simple-rest', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    for (const name of ['charlie', 'Alpha', 'bravo']) await register(admin, home, { name })
    const answer = await admin.call(devices.list, {
      query: { organization_id: home, _start: 0, _end: 2, _sort: 'name', _order: 'asc' },
    })
    expect(answer.reply.devices.map(({ name }) => name)).toEqual(['Alpha', 'bravo'])
    expect(answer.reply.total).toBe(3)
    expect(answer.headers['x-total-count']).toBe('3')
    const rest = await admin.call(devices.list, {
      query: { organization_id: home, _start: 2, _sort: 'name' },
    })
    expect(rest.reply.devices.map(({ name }) => name)).toEqual(['charlie'])
  })

  test('is filtered by every operator of its fields', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    const [hub, ring] = [
      await register(admin, home, { kind: 'hub' }),
      await register(admin, home, { name: '50%_off' }),
    ]
    await api.db.updateTable('devices').set({ battery: 12 }).where('id', '=', hub.id).execute()
    const ids = async (query: object) =>
      (await admin.call(devices.list, { query: { organization_id: home, ...query } })).reply.devices.map(
        ({ id }) => id,
      )
    expect(await ids({ kind: 'hub' })).toEqual([hub.id])
    expect(await ids({ kind: ['hub', 'tablet'] })).toEqual([hub.id])
    expect(await ids({ kind_ne: 'hub' })).toEqual([ring.id])
    expect(await ids({ battery_lte: 20 })).toEqual([hub.id])
    expect(await ids({ name_like: '50%_' })).toEqual([ring.id])
    expect(await ids({ q: hub.serial.toLowerCase() })).toEqual([hub.id])
    expect(await ids({ id: [ring.id] })).toEqual([ring.id])
    expect(await ids({ created_at_gte: '2999-01-01T00:00:00Z' })).toEqual([])
  })

  test('refuses unknown input, naming the field', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    const refused = async (body: unknown) => {
      const { status, problem, headers } = await admin.call(devices.create, { body })
      expect(headers['content-type']).toContain('application/problem+json')
      return { status, fields: problem.errors?.map(({ pointer }) => pointer) }
    }
    expect(await refused({ ...pendant(home), name: '' })).toEqual({ status: 422, fields: ['#/name'] })
    expect(await refused({ ...pendant(home), kind: 'toaster' })).toEqual({ status: 422, fields: ['#/kind'] })
    expect(await refused({ name: 'x' })).toMatchObject({
      status: 422,
      fields: ['#/serial', '#/kind', '#/organization_id'],
    })
    expect(await refused(pendant('0198a000-0000-7000-8000-000000000000'))).toEqual({
      status: 422,
      fields: ['#/organization_id'],
    })
    const device = await register(admin, home)
    expect(await refused({ ...pendant(home), serial: device.serial })).toEqual({
      status: 409,
      fields: ['#/serial'],
    })
    const unknown = await admin.call(devices.list, { query: { colour: 'red' } as never })
    expect(unknown).toMatchObject({
      status: 422,
      problem: { errors: [{ pointer: '#/colour', in: 'query' }] },
    })
    expect((await admin.call(devices.list, { query: { _sort: 'firmware' } })).status).toBe(422)
    expect((await admin.call(devices.list, { query: { _end: 100_000 } })).status).toBe(422)
    const broken = await api.app.inject({
      method: 'POST',
      url: '/api/devices/register',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      payload: '{"name": ',
    })
    expect(broken.statusCode).toBe(400)
    expect((await admin.call(devices.show, { params: { id: 'nonsense' } })).status).toBe(404)
  })

  test('refuses an outdated change instead of silently overwriting', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const device = await register(admin, await api.organization())
    const change = (name: string, version: number) =>
      admin.call(devices.update, {
        params: { id: device.id },
        body: { name },
        headers: { 'if-match': `"${version}"` },
      })
    expect((await change('first', 1)).status).toBe(200)
    expect((await change('second', 1)).status).toBe(412)
    expect((await admin.call(devices.show, { params: { id: device.id } })).reply.name).toBe('first')
  })

  test('is limited to the caller’s row scope', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const owner = await api.signedIn('organization_admin')
    const stranger = await api.signedIn('organization_admin')
    const device = await register(admin, owner.organizationId)
    expect((await owner.call(devices.show, { params: { id: device.id } })).status).toBe(200)
    expect((await stranger.call(devices.show, { params: { id: device.id } })).status).toBe(404)
    expect((await stranger.call(devices.list, {})).reply.total).toBe(0)
    expect((await stranger.call(devices.remove, { params: { id: device.id } })).status).toBe(404)
    const smuggled = await stranger.call(devices.create, { body: pendant(owner.organizationId) })
    expect(smuggled).toMatchObject({ status: 422, problem: { errors: [{ pointer: '#/organization_id' }] } })
    const moved = await owner.call(devices.update, {
      params: { id: device.id },
      body: { organization_id: stranger.organizationId },
    })
    expect(moved.status).toBe(422)
    const translator = await api.signedIn('translator')
    expect((await translator.call(devices.list, {})).status).toBe(403)
    expect((await api.nobody.call(devices.list, {})).status).toBe(401)
  })

  test('is visible to a caregiver only by assignment', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const elderly = await api.signedIn('elderly_user')
    const carer = await api.signedIn('caregiver')
    const device = await register(admin, elderly.organizationId, { person_id: elderly.id })
    expect((await carer.call(devices.list, {})).reply.total).toBe(0)
    await api.db
      .insertInto('assignments')
      .values({
        id: device.id,
        organization_id: elderly.organizationId,
        elderly_id: elderly.id,
        caregiver_id: carer.id,
        relationship: 'caregiver',
      })
      .execute()
    expect((await carer.call(devices.list, {})).reply.devices.map(({ id }) => id)).toEqual([device.id])
    expect(
      (await carer.call(devices.update, { params: { id: device.id }, body: { name: 'x' } })).status,
    ).toBe(403)
    expect((await elderly.call(devices.show, { params: { id: device.id } })).status).toBe(200)
  })

  test('is exported with filter, sort order and chosen columns', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    await register(admin, home, { name: '=cmd|" /C calc"', serial: 'B' })
    await register(admin, home, { name: 'Ünïcode, 日本', serial: 'A' })
    const { text, headers } = await admin.call(devices.list, {
      query: { organization_id: home, _sort: 'serial', _format: 'csv', _columns: 'serial,name' },
    })
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(text).toBe('\uFEFFserial,name\r\nA,"Ünïcode, 日本"\r\nB,"\'=cmd|"" /C calc"""\r\n')
  })
})
