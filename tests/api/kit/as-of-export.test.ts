import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { contacts } from '#contract/alerts/contacts.ts'
import { devices } from '#contract/devices/devices.ts'
import { formats } from '#contract/kit/listing.ts'
import { type Caller, test } from '#tests/fixtures/api.ts'

/** An instant that everything before has happened by, and everything after comes after. */
async function moment(): Promise<string> {
  const now = Date.now()
  while (Date.now() <= now) await new Promise(resolve => setImmediate(resolve))
  return new Date(now).toISOString()
}

async function newDevice(by: Caller, name: string) {
  const body = { name, serial: `E-${name}`, kind: 'hub', organization_id: by.organizationId } as const
  return (await by.call(devices.create, { body })).reply
}

/** Three devices as they were, and the same ones changed since. */
async function changedDevices(by: Caller, prefix: string) {
  const [one, two] = [await newDevice(by, `${prefix}A`), await newDevice(by, `${prefix}B`)]
  await newDevice(by, `${prefix}C`)
  const then = await moment()
  await by.call(devices.update, { params: { id: one.id }, body: { name: `${prefix}Z`, kind: 'pendant' } })
  await by.call(devices.remove, { params: { id: two.id } })
  await newDevice(by, `${prefix}D`)
  return then
}

describe('an export as of an instant', () => {
  test.for(formats)('has the rows of then, as %s, and says when that was', async (format, { api }) => {
    const owner = await api.signedIn('organization_admin')
    const as_of = await changedDevices(owner, format)
    const query = { as_of, _format: format, _columns: 'name,kind,battery', _sort: 'name', _order: 'desc' }
    const bytes = await api.app.inject({
      url: `/api/devices?${new URLSearchParams(query)}`,
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect(bytes.statusCode).toBe(200)
    const stamp = as_of.slice(0, 19).replaceAll(':', '').replace('T', ' ')
    expect(decodeURIComponent(String(bytes.headers['content-disposition']))).toContain(
      `devices ${stamp}Z.${format}`,
    )
    const wanted = [`${format}C`, `${format}B`, `${format}A`]
    if (format === 'json') {
      const rows = JSON.parse(bytes.payload)
      expect(rows.map(({ name }: { name: string }) => name)).toEqual(wanted)
      expect(rows[0]).toMatchObject({ kind: 'hub', as_of, battery: null })
      expect(rows[0].unknown).toContain('battery')
    } else if (format === 'csv') {
      const [head, ...rows] = bytes.payload.trim().split(/\r?\n/)
      expect(head).toContain('name,kind,battery,as_of,unknown')
      expect(rows.map(row => row.split(',')[0])).toEqual(wanted)
      expect(rows[0]).toContain(as_of)
    } else {
      const { sheets } = await readXlsx(bytes.rawPayload)
      expect(sheets[0]?.name).toBe(`${stamp}Z`)
      expect(sheets[0]?.rows.slice(1).map(([name]) => name)).toEqual(wanted)
    }
  })

  test('has headings and unknown fields in the language of the reader', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const as_of = await changedDevices(owner, 'L')
    const query = { as_of, _format: 'csv', _columns: 'name', _language: 'de' } as const
    const { text } = await owner.call(devices.list, { query })
    expect(text).toContain('Stand')
    expect(text).toContain('Nicht im Aktivitätsprotokoll')
    expect(text).toContain('Akku')
  })

  test('has filters and only rows that the caller may see', async ({ api }) => {
    const [owner, stranger] = [
      await api.signedIn('organization_admin'),
      await api.signedIn('organization_admin'),
    ]
    const as_of = await changedDevices(owner, 'S')
    const named = async (by: Caller, query: object) => {
      const { text } = await by.call(devices.list, { query: { as_of, _format: 'json', ...query } })
      return JSON.parse(text).map(({ name }: { name: string }) => name)
    }
    expect(await named(owner, { kind: 'hub', name_like: 'a' })).toEqual(['SA'])
    expect(await named(owner, { kind: 'pendant' })).toEqual([])
    expect(await named(stranger, {})).toEqual([])
    const analyst = await api.signedIn('analyst')
    const { status, text } = await analyst.call(contacts.list, { query: { as_of, _format: 'csv' } })
    expect(status === 200 ? text.trim().split('\n').length : 1).toBe(1)
    expect((await api.nobody.call(devices.list, { query: { as_of, _format: 'csv' } })).status).toBe(401)
  })

  test('has each of many rows once, in order', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const first = await newDevice(owner, 'Many')
    await sql`
      insert into devices (id, organization_id, name, serial, kind, created_at)
      select gen_random_uuid(), ${owner.organizationId}, 'Row ' || n % 7, 'many-' || n, 'hub', now() - interval '1 day'
      from generate_series(1, 4500) as n`.execute(api.db)
    const as_of = await moment()
    await owner.call(devices.update, { params: { id: first.id }, body: { name: 'Row 3' } })
    const { text } = await owner.call(devices.list, { query: { as_of, _format: 'json', _sort: 'name' } })
    const rows = JSON.parse(text) as { id: string; name: string }[]
    expect(rows).toHaveLength(4_501)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(4_501)
    expect(rows[0]?.name).toBe('Many')
    expect(rows.map(({ name }) => name)).toEqual(rows.map(({ name }) => name).toSorted())
  })
})
