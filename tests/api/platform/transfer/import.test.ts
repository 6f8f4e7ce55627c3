import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, vi } from 'vitest'
import { devices } from '#contract/devices/devices.ts'
import { organizations } from '#contract/people/organizations.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { type Import, imports } from '#contract/platform/imports.ts'
import { csv } from '#server/kit/export/csv.ts'
import { rowsOf as rowsOfFile } from '#server/modules/platform/imports/read-file.ts'
import { type Caller, test } from '#tests/fixtures/api.ts'
import { naughtyStrings } from '#tests/fixtures/naughty-strings.ts'

/** Every value of csv-spectrum's cases. */
async function spectrumCells(): Promise<string[]> {
  const folder = join(dirname(fileURLToPath(import.meta.resolve('csv-spectrum'))), 'csvs')
  const files = await readdir(folder)
  const texts = await Promise.all(files.map(file => readFile(join(folder, file), 'utf8')))
  const found = await Promise.all(texts.map(text => rowsOfFile(text)))
  return [...new Set(found.flatMap(({ rows }) => rows.flatMap(row => JSON.parse(row) as string[])))]
}

/** Jobs take what they take on a machine that does much else. */
const patience = { timeout: 40_000, interval: 100 }
vi.setConfig({ testTimeout: 120_000 })

const csvType = { headers: { 'content-type': 'text/csv' } }

async function uploaded(caller: Caller, resource: string, text: string | Buffer): Promise<Import> {
  const answer = await caller.call(imports.upload, {
    query: { resource, name: 'file.csv' },
    body: text,
    ...csvType,
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.reply
}

const ended = (caller: Caller, { id }: Import) =>
  vi.waitFor(async () => {
    const { reply } = await caller.call(imports.show, { params: { id } })
    expect(reply.state).not.toMatch(/ing$/)
    return reply
  }, patience)

async function checked(caller: Caller, file: Import, mapping = file.mapping) {
  const { status } = await caller.call(imports.check, { params: { id: file.id }, body: { mapping } })
  expect(status).toBe(202)
  return ended(caller, file)
}

async function applied(caller: Caller, resource: string, text: string) {
  const file = await uploaded(caller, resource, text)
  await checked(caller, file)
  const { status } = await caller.call(imports.apply, { params: { id: file.id } })
  expect(status).toBe(202)
  return ended(caller, file)
}

const rowsOf = async (caller: Caller, { id }: Import, query = {}) =>
  (await caller.call(imports.rows, { params: { id }, query })).reply

const devicesIn = async (caller: Caller, organization_id: string) =>
  (await caller.call(devices.list, { query: { organization_id, _sort: 'serial' } })).reply.devices

let count = 0
const unique = () => `${process.pid}-${++count}`

describe('an import', () => {
  test('detects the columns, checks every row, and then creates what it announced', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization({ name: `Haus ${unique()}` })
    const { name } = (await admin.call(organizations.show, { params: { id: home } })).reply
    const tag = unique()
    const text = [
      '\uFEFFSerial number;Nombre;TYPE;Organization;battery',
      `A-${tag};Kitchen;Pendant;${name};5`,
      `B-${tag};;hub;${home};5`,
      `C-${tag};Bath;toaster;${home};`,
      `A-${tag};Again;hub;${home};`,
      `D-${tag};Cellar;hub;Nowhere;`,
    ].join('\r\n')

    const file = await uploaded(admin, 'devices', text)
    expect(file).toMatchObject({
      state: 'uploaded',
      rows: 5,
      headings: ['Serial number', 'Nombre', 'TYPE', 'Organization', 'battery'],
      mapping: { serial: 0, name: 1, kind: 2, organization_id: 3 },
    })

    const tried = await checked(admin, file)
    expect(tried).toMatchObject({ state: 'checked', judged: 5, counts: { new: 1, known: 0, rejected: 4 } })
    expect(await devicesIn(admin, home)).toEqual([])
    const { rows, total } = await rowsOf(admin, file)
    expect(total).toBe(5)
    expect(rows.map(({ position, verdict, reason }) => [position, verdict, reason])).toEqual([
      [2, 'new', null],
      [3, 'rejected', 'Name: required'],
      [4, 'rejected', 'Type: Choose one of the options'],
      [5, 'rejected', 'Serial number: This serial is already in use'],
      [6, 'rejected', 'Organization: Nothing is named “Nowhere”'],
    ])
    expect(
      rows.map(({ refusals }) => refusals.map(({ field, code, values }) => [field, code, values])),
    ).toEqual([
      [],
      [['name', 'required', {}]],
      [['kind', 'choice', {}]],
      [['serial', 'taken', {}]],
      [['organization_id', 'unnamed', { text: 'Nowhere' }]],
    ])
    expect((await rowsOf(admin, file, { verdict: 'new' })).total).toBe(1)

    await admin.call(imports.apply, { params: { id: file.id } })
    const done = await ended(admin, file)
    expect(done).toMatchObject({ state: 'applied', counts: { new: 1, known: 0, rejected: 4 } })
    const [device, ...others] = await devicesIn(admin, home)
    expect(others).toEqual([])
    expect(device).toMatchObject({ name: 'Kitchen', serial: `A-${tag}`, kind: 'pendant' })
    const history = await admin.call(activityLogs.list, { query: { resource_id: device?.id ?? '' } })
    expect(history.reply.logs).toMatchObject([{ action: 'create', user_id: admin.userId }])

    const rejects = await admin.call(imports.rejects, { params: { id: file.id } })
    expect(rejects.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(rejects.text.split('\r\n').slice(0, 2)).toEqual([
      '\uFEFFSerial number,Nombre,TYPE,Organization,battery,reason',
      `B-${tag},,hub,${home},5,Name: required`,
    ])
  })

  test('returns the rejected rows with the delimiter of the reader’s spreadsheet', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const upload = await admin.call(imports.upload, {
      query: { resource: 'devices', name: 'geräte.csv', language: 'de' },
      body: 'name;kind\nKüche;toaster',
      ...csvType,
    })
    const file = await checked(admin, upload.reply)
    const rejects = await admin.call(imports.rejects, { params: { id: file.id } })
    expect(rejects.text.split('\r\n').slice(0, 2)).toEqual([
      '\uFEFFname;kind;reason',
      expect.stringMatching(/^Küche;toaster;\S/),
    ])
  })

  test('of the same rows again creates nothing, in whatever order they come', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const households = (names: string[]) =>
      ['name,kind,region', ...names.map(name => `${name},household,Europe`)].join('\n')
    const tag = unique()
    const first = await applied(
      admin,
      'organizations',
      households([`Uno ${tag}`, `Due ${tag}`, `Due ${tag}`]),
    )
    expect(first.counts).toEqual({ new: 3, known: 0, rejected: 0 })

    const again = await applied(
      admin,
      'organizations',
      households([`Due ${tag}`, `Tre ${tag}`, `Uno ${tag}`]),
    )
    expect(again.counts).toEqual({ new: 1, known: 2, rejected: 0 })
    const { reply } = await admin.call(organizations.list, { query: { q: tag } })
    expect(reply.total).toBe(4)

    const uno = reply.organizations.find(({ name }) => name.startsWith('Uno'))
    await admin.call(organizations.remove, { params: { id: uno?.id ?? '' } })
    const anew = await applied(admin, 'organizations', households([`Uno ${tag}`]))
    expect(anew.counts, 'what was removed since is created anew').toEqual({ new: 1, known: 0, rejected: 0 })
  })

  test('of the same file twice concurrently creates each record once', { tags: ['thorough'] }, async ({
    api,
  }) => {
    const admin = await api.signedIn('admin')
    const tag = unique()
    const lines = Array.from({ length: 60 }, (_, index) => `Twin ${index} ${tag},household,Europe`)
    const text = ['name,kind,region', ...lines].join('\n')
    const both = await Promise.all([
      applied(admin, 'organizations', text),
      applied(admin, 'organizations', text),
    ])
    expect(both.map(({ state }) => state)).toEqual(['applied', 'applied'])
    expect(both.reduce((sum, { counts }) => sum + counts.new, 0)).toBe(60)
    expect((await admin.call(organizations.list, { query: { q: tag } })).reply.total).toBe(60)
  })

  test('stops when cancelled, and continues without creating anything twice', { tags: ['thorough'] }, async ({
    api,
  }) => {
    const admin = await api.signedIn('admin')
    const tag = unique()
    const lines = Array.from({ length: 250 }, (_, index) => `Halt ${index} ${tag},household,Europe`)
    const file = await uploaded(admin, 'organizations', ['name,kind,region', ...lines].join('\n'))
    await checked(admin, file)
    await admin.call(imports.apply, { params: { id: file.id } })
    await vi.waitFor(
      async () =>
        expect((await admin.call(imports.show, { params: { id: file.id } })).reply.judged).toBeGreaterThan(0),
      { ...patience, interval: 5 },
    )
    await admin.call(imports.cancel, { params: { id: file.id } })
    const stopped = await ended(admin, file)
    const created = async () => (await admin.call(organizations.list, { query: { q: tag } })).reply.total
    expect(await created()).toBe(stopped.counts.new)

    const rest = await applied(admin, 'organizations', ['name,kind,region', ...lines].join('\n'))
    expect(rest.counts).toEqual({ new: 250 - stopped.counts.new, known: stopped.counts.new, rejected: 0 })
    expect(await created()).toBe(250)
  })

  test('can do only what its creator may do', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const customer = await api.signedIn('organization_admin')
    const elsewhere = await api.organization()
    const tag = unique()
    const text = `name,serial,kind,organization_id\nOwn,${tag}-1,hub,${customer.organizationId}\nForeign,${tag}-2,hub,${elsewhere}`
    const file = await uploaded(customer, 'devices', text)
    await checked(customer, file)
    expect((await rowsOf(customer, file)).rows.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['new', null],
      ['rejected', 'Organization: This organization does not exist'],
    ])
    const calls = [imports.show, imports.rows, imports.cancel, imports.apply, imports.rejects]
    for (const endpoint of calls) {
      const { status } = await admin.call(endpoint, { params: { id: file.id } })
      expect(status, endpoint.path).toBe(404)
    }
    const upload = (caller: Caller, resource: string) =>
      caller.call(imports.upload, { query: { resource, name: 'x' }, body: 'name\nx', ...csvType })
    expect((await upload(await api.signedIn('analyst'), 'devices')).status).toBe(403)
    expect((await upload(customer, 'organizations')).status).toBe(403)
    expect((await upload(admin, 'activity-logs')).status).toBe(422)
    expect((await upload(admin, 'nothing')).status).toBe(422)
  })

  test('ends with the session in which it was started', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const tag = unique()
    const file = await uploaded(admin, 'organizations', `name,kind,region\nLate ${tag},household,Europe`)
    await checked(admin, file)
    await api.db
      .updateTable('sessions')
      .set({ revoked_at: new Date().toISOString() })
      .where('person_id', '=', admin.id)
      .execute()
    await api.db.updateTable('imports').set({ state: 'applying' }).where('id', '=', file.id).execute()
    await api.services.jobs.enqueue(api.db, 'apply_import', { id: file.id })
    await vi.waitFor(async () => {
      const found = await api.db
        .selectFrom('imports')
        .select('state')
        .where('id', '=', file.id)
        .executeTakeFirst()
      expect(found?.state).toBe('failed')
    }, patience)
    const made = await api.db.selectFrom('organizations').where('name', '=', `Late ${tag}`).execute()
    expect(made).toEqual([])
  })

  test('of hostile texts is exported byte for byte', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const tag = unique()
    const texts = [...naughtyStrings, ...(await spectrumCells())]
    const rows = texts.map((text, index) => [
      `Text ${String(index).padStart(4, '0')} ${tag}`,
      'household',
      'Europe',
      text,
    ])
    let file = ''
    const columns = ['name', 'kind', 'region', 'address']
    for await (const chunk of csv(columns, [rows])) file += chunk
    const done = await applied(admin, 'organizations', file)
    expect(done.counts).toEqual({ new: rows.length, known: 0, rejected: 0 })

    const query = { q: tag, _sort: 'name', _end: 200 } as const
    const shown = (await admin.call(organizations.list, { query })).reply.organizations
    expect(shown.map(({ address }) => address ?? '')).toEqual(texts)
    const exported = await admin.call(organizations.list, {
      query: { q: tag, _sort: 'name', _format: 'csv', _columns: columns.join(',') },
    })
    expect(exported.text).toBe(file)
  })

  test('refuses what is not CSV in UTF-8 with rows, and gives the reason', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const refusal = async (body: string | Buffer) =>
      (await admin.call(imports.upload, { query: { resource: 'devices', name: 'x' }, body, ...csvType }))
        .problem
    expect(await refusal(Buffer.from([0x6e, 0x0a, 0xe9, 0x0a]))).toMatchObject({
      status: 422,
      detail: expect.stringContaining('UTF-8'),
    })
    expect(await refusal('name\n')).toMatchObject({
      status: 422,
      detail: expect.stringContaining('one more row'),
    })
    expect(await refusal('name\n"open')).toMatchObject({
      status: 422,
      detail: expect.stringContaining('isn’t valid CSV'),
    })
    expect(await refusal('name\na\0b')).toMatchObject({
      status: 422,
      detail: expect.stringContaining('U+0000'),
    })
    expect(await refusal(`name\n${'x\n'.repeat(20_001)}`)).toMatchObject({
      status: 422,
      detail: expect.stringContaining('20000'),
    })
    expect(await refusal(Buffer.alloc(8_000_001, 'x'))).toMatchObject({ status: 413 })
  })

  test('refuses too many columns or cells and endless cells, and does not block the event loop', async ({
    api,
  }) => {
    const admin = await api.signedIn('admin')
    const upload = (body: string) =>
      admin.call(imports.upload, { query: { resource: 'devices', name: 'x' }, body, ...csvType })
    // The first worker is started.
    await upload('name,serial\na,b\n')
    const files = {
      'A file can have up to 200 columns': ','.repeat(7_900_000),
      'A cell can have up to 20000 characters (row 2)': `name\n${'x'.repeat(7_900_000)}`,
      'A file can have up to 20000 rows': `name\n${'x\n'.repeat(3_900_000)}`,
      'isn’t valid CSV': `name\n"${'x,\n'.repeat(2_000_000)}`,
    }
    for (const [detail, body] of Object.entries(files)) {
      const started = process.threadCpuUsage()
      const { status, problem } = await upload(body)
      const { user } = process.threadCpuUsage(started)
      expect.soft([status, problem.detail], detail).toEqual([422, expect.stringContaining(detail)])
      expect.soft(user / 1_000, `milliseconds of the main thread for: ${detail}`).toBeLessThan(400)
    }
    const wide = Array.from({ length: 200 }, (_, index) => `c${index}`).join(',')
    expect((await upload(`${wide}\n${wide}\n`)).status).toBe(201)
  })
})
