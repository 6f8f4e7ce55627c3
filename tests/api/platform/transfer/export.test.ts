import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { streamXlsxRows } from 'hucre/xlsx'
import { v7 as uuid } from 'uuid'
import { describe, expect, vi } from 'vitest'
import { devices } from '#contract/devices/devices.ts'
import { formats } from '#contract/kit/listing.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'

let count = 0
const unique = () => `${process.pid}-${++count}`

async function device(admin: Caller, organization_id: string, values: object = {}) {
  const body = { name: 'Hub', serial: unique(), kind: 'hub', organization_id, ...values }
  const { status, reply } = await admin.call(devices.create, { body })
  expect(status).toBe(201)
  return reply
}

/** Activity logs of one kind, an hour apart back in time. */
async function logs(api: Api, action: string, number: number): Promise<void> {
  const now = Date.now()
  const rows = Array.from({ length: number }, (_, index) => ({
    id: uuid(),
    timestamp: new Date(now - index * 1_000).toISOString(),
    organization_id: serviceOrganization,
    action,
    resource_type: 'devices',
    source: 'server' as const,
    details: JSON.stringify({ note: 'x'.repeat(200), index }),
  }))
  for (let start = 0; start < number; start += 1_000) {
    await api.db
      .insertInto('activity_logs')
      .values(rows.slice(start, start + 1_000))
      .execute()
  }
}

/** The whole server behind a port, for what has no meaning without a connection that can break. */
async function listening(api: Api): Promise<number> {
  if (!api.app.server.listening) await api.app.listen({ port: 0, host: '127.0.0.1' })
  return (api.app.server.address() as AddressInfo).port
}

const borrowed = ({ services }: Api) => {
  const { totalCount, idleCount } = services.database.pool
  return totalCount - idleCount
}

describe('an export', () => {
  test('writes labels for people, and names and ids for programs', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization({ name: 'Haus, Amsel' })
    await device(admin, home, { name: 'A', serial: `S-${unique()}`, kind: 'fall_sensor' })
    const ask = async (query: object) =>
      (
        await admin.call(devices.list, {
          query: {
            organization_id: home,
            _format: 'csv',
            _columns: 'name,kind,organization_id,battery',
            ...query,
          },
        })
      ).text
    expect(await ask({})).toBe(`\uFEFFname,kind,organization_id,battery\r\nA,fall_sensor,${home},\r\n`)
    expect(await ask({ _language: 'en' })).toBe(
      '\uFEFFName,Type,Organization,Battery\r\nA,Fall sensor,"Haus, Amsel",\r\n',
    )
    expect(await ask({ _language: 'es' })).toContain('Organización')
  })

  test('keeps the id of what its reader may not see, and names nothing of other organizations', async ({
    api,
  }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization({ name: 'Secret name' })
    await device(admin, home)
    const query = { _format: 'csv', _columns: 'organization_id', _language: 'en' } as const
    const stranger = await api.signedIn('organization_admin')
    expect((await stranger.call(devices.list, { query })).text).toBe('\uFEFFOrganization\r\n')
    const ask = async () =>
      (await admin.call(devices.list, { query: { ...query, organization_id: home } })).text
    expect(await ask()).toBe('\uFEFFOrganization\r\nSecret name\r\n')
    const deleted_at = new Date().toISOString()
    await api.db.updateTable('organizations').set({ deleted_at }).where('id', '=', home).execute()
    expect(await ask()).toBe(`\uFEFFOrganization\r\n${home}\r\n`)
  })

  test('is a JSON array of objects, or an empty one', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    const query = {
      organization_id: home,
      _format: 'json',
      _columns: 'serial,battery',
      _sort: 'serial',
    } as const
    expect(JSON.parse((await admin.call(devices.list, { query })).text)).toEqual([])
    const serials = [`a-${unique()}`, `b-${unique()}`]
    for (const serial of serials) await device(admin, home, { serial })
    const answer = await admin.call(devices.list, { query })
    expect(JSON.parse(answer.text)).toEqual(serials.map(serial => ({ serial, battery: null })))
    expect(answer.headers['content-disposition']).toBe('attachment; filename="devices.json"')
  })

  test('is a workbook of texts and numbers, never of formulas', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    await device(admin, home, { name: '=1+1', serial: 'a\tb\u0001c <&> 😀', report_interval_seconds: 60 })
    const query = new URLSearchParams({
      organization_id: home,
      _format: 'xlsx',
      _columns: 'name,serial,report_interval_seconds',
    })
    const answer = await api.app.inject({
      url: `/api/devices?${query}`,
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const rows = []
    for await (const { values } of streamXlsxRows(answer.rawPayload)) rows.push(values)
    expect(rows).toEqual([
      ['name', 'serial', 'report_interval_seconds'],
      ['=1+1', 'a\tb\u0001c <&> 😀', 60],
    ])
  })

  test('refuses immediately, as a problem, what a page would refuse', async ({ api }) => {
    const analyst = await api.signedIn('analyst')
    const { status, problem } = await analyst.call(activityLogs.list, { query: { _format: 'csv' } })
    expect([status, problem.title]).toEqual([403, 'Forbidden'])
    const admin = await api.signedIn('admin')
    const wrong = await admin.call(devices.list, { query: { _format: 'pdf' } as never })
    expect(wrong.status).toBe(422)
  })

  test('has each row once and in order during concurrent writes', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const action = `watched-${unique()}`
    await logs(api, action, 5_000)
    const { reply: before } = await admin.call(activityLogs.list, { query: { action } })
    let more = true
    const writing = (async () => {
      while (more) await logs(api, action, 20)
    })()
    const { text } = await admin.call(activityLogs.list, {
      query: { action, _format: 'csv', _columns: 'id,timestamp', _sort: 'timestamp', _order: 'desc' },
    })
    more = false
    await writing
    const lines = text.trim().split('\r\n').slice(1)
    const ids = new Set(lines.map(line => line.split(',')[0]))
    expect(ids.size).toBe(lines.length)
    expect(lines.length, 'all that were there are in it').toBeGreaterThanOrEqual(before.total)
    const instants = lines.map(line => line.split(',')[1] ?? '')
    expect(instants).toEqual(instants.toSorted().reverse())
  })

  test('has every row in list order, whatever the sort', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    const rows = Array.from({ length: 620 }, (_, index) => ({
      id: uuid(),
      organization_id: home,
      name: `${index % 2 ? 'hub' : 'Hub'} ${index % 7}`,
      serial: unique(),
      kind: 'hub' as const,
      battery: index % 3 === 0 ? null : index % 5,
    }))
    await api.db.insertInto('devices').values(rows).execute()
    const orders = [
      ['battery', 'asc'],
      ['battery', 'desc'],
      ['name,battery', 'asc,desc'],
      ['name', 'desc'],
    ] as const
    for (const [_sort, _order] of orders) {
      const query = { organization_id: home, _sort, _order }
      const { text } = await admin.call(devices.list, {
        query: { ...query, _format: 'csv', _columns: 'id' } as never,
      })
      const exported = text.trim().split('\r\n').slice(1)
      const listed: string[] = []
      for (let _start = 0; _start < rows.length; _start += 200) {
        const page = { ...query, _start, _end: _start + 200 }
        const { reply } = await admin.call(devices.list, { query: page as never })
        listed.push(...reply.devices.map(({ id }) => id))
      }
      expect(exported, `${_sort} ${_order}`).toEqual(listed)
      expect(new Set(exported).size).toBe(rows.length)
    }
  })

  test('has real dates, and is well-formed whatever a name contains', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    const hostile = 'a\uFFFEb\uFFFFc\u0008d <&> 😀'
    const { id } = await device(admin, home, { name: hostile })
    const query = new URLSearchParams({
      organization_id: home,
      _format: 'xlsx',
      _columns: 'name,created_at',
      _language: 'de',
    })
    const answer = await api.app.inject({
      url: `/api/devices?${query}`,
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const rows = []
    for await (const { values } of streamXlsxRows(answer.rawPayload)) rows.push(values)
    const { created_at } = (await admin.call(devices.show, { params: { id } })).reply
    expect(rows[1]?.[0]).toBe('a\uFFFDb\uFFFDc\u0008d <&> 😀')
    const date = rows[1]?.[1]
    expect(date).toBeInstanceOf(Date)
    expect((date as Date).getTime()).toBeCloseTo(Date.parse(created_at), -3)
    expect(answer.rawPayload.toString('latin1')).not.toContain('\xEF\xBF\xBE')
  })

  test.for(formats)('of type %s holds no connection while it is not read', async (format, { api }) => {
    const admin = await api.signedIn('admin')
    const action = `left-${unique()}`
    await logs(api, action, 20_000)
    const quiet = () => vi.waitFor(() => expect(borrowed(api)).toBe(0), { timeout: 10_000 })
    await quiet()
    const request = get({
      port: await listening(api),
      path: `/api/activity-logs?action=${action}&_format=${format}`,
      headers: { authorization: `Bearer ${admin.token}`, 'accept-encoding': 'gzip' },
    })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    await once(response, 'data')
    response.pause()
    await quiet()
    response.destroy()
    const open = "select 1 from pg_stat_activity where datname = current_database() and state like 'idle in%'"
    await vi.waitFor(async () => expect((await api.services.database.pool.query(open)).rows).toEqual([]))
  })
})
