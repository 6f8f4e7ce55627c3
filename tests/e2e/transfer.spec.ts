import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { devices } from '#contract/devices/devices.ts'
import {
  axe,
  choose,
  chosen,
  device,
  expect,
  type Person,
  settled,
  signIn,
  tabTo,
  test,
  unique,
} from '#tests/fixtures/console.ts'

const number = 30

/** Registers hubs `Hub 1` … `Hub 30` and one pendant. */
async function fill(clerk: Person) {
  for (let index = 1; index <= number; index++)
    await device(clerk, clerk.organizationId, { name: `Hub ${index}`, kind: 'hub' })
  await device(clerk, clerk.organizationId, { name: 'Pendant', kind: 'pendant' })
}

async function exported(page: Page, format: string, options: { names: boolean; everything?: true }) {
  await page.getByRole('button', { name: 'Export or import' }).click()
  await page.getByRole('radio', { name: format }).check()
  await page.getByRole('checkbox', { name: 'Names instead of IDs' }).setChecked(options.names)
  if (options.everything) await page.getByRole('checkbox', { name: 'Only the' }).uncheck()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

/** The file’s lines, without what tells Excel its encoding. */
const linesOf = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')

test('an export contains exactly the rows and columns of the list, in its order', {
  tag: '@journey',
}, async ({ page, person }) => {
  const clerk = await person('organization_admin')
  await fill(clerk)
  await signIn(page, clerk, '/devices?kind=hub&_sort=-name&_columns=name,kind,serial')
  await expect(page.getByText(`1–25 of ${number}`)).toBeVisible()
  const { devices: rows } = await clerk.call(devices.list, {
    query: { kind: 'hub', _sort: 'name', _order: 'desc', _end: 200 },
  })

  const plain = await exported(page, 'CSV', { names: false })
  expect(plain.name).toMatch(/^Devices \d{4}-\d\d-\d\d\.csv$/)
  expect(linesOf(plain.text)).toEqual([
    'name,kind,serial',
    ...rows.map(({ name, kind, serial }) => [name, kind, serial].join(',')),
  ])
  const named = await exported(page, 'CSV', { names: true })
  expect(linesOf(named.text)).toEqual([
    'Name,Type,Serial number',
    ...rows.map(({ name, serial }) => [name, 'Hub', serial].join(',')),
  ])
  const json = await exported(page, 'JSON', { names: false })
  expect(JSON.parse(json.text)).toEqual(rows.map(({ name, kind, serial }) => ({ name, kind, serial })))
})

test('only the selected rows are exported', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  for (const name of ['Attic', 'Bath', 'Cellar']) await device(clerk, clerk.organizationId, { name })
  await signIn(page, clerk, '/devices?_sort=name&_columns=name')
  for (const name of ['Cellar', 'Attic'])
    await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check()
  const { text } = await exported(page, 'CSV', { names: false })
  expect(linesOf(text)).toEqual(['name', 'Attic', 'Cellar'])
  const everything = await exported(page, 'CSV', { names: false, everything: true })
  expect(linesOf(everything.text)).toEqual(['name', 'Attic', 'Bath', 'Cellar'])
})

test('a running export can be cancelled', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  await signIn(page, clerk, '/devices')
  await settled(page)
  let stopped = false
  page.on('requestfailed', request => {
    stopped ||= request.url().includes('_format=')
  })
  await page.route(/_format=/, () => {
    // Never answered: the export stays under way until it is stopped.
  })
  await page.getByRole('button', { name: 'Export or import' }).click()
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('button', { name: 'Cancel download' }).click()
  await expect(page.getByRole('button', { name: 'Export or import' })).toBeVisible()
  await expect.poll(() => stopped).toBe(true)
  await expect(page.getByText('Download failed')).toHaveCount(0)
})

test('an import reports what is wrong, creates the rest, and returns the rejected rows', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  const tag = unique('lot')
  const text = [
    'Label;Serial number;Type;Organization',
    `Kitchen;${tag}-1;Hub;${clerk.organizationId}`,
    `Bath;${tag}-2;Toaster;${clerk.organizationId}`,
    `Cellar;${tag}-3;pendant;${clerk.organizationId}`,
    `Again;${tag}-1;hub;${clerk.organizationId}`,
  ].join('\r\n')
  const file = { name: 'devices.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  const verdicts = page.getByRole('group', { name: 'Preview' })

  await signIn(page, clerk, '/devices')
  await page.getByRole('button', { name: 'Export or import' }).click()
  await page.getByRole('link', { name: 'Import…' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import: Devices' })).toBeVisible()
  await axe(page)

  await test.step('upload a file, and map its columns', async () => {
    await page.getByLabel('Drop a CSV file here').setInputFiles(file)
    await expect(page.getByRole('heading', { name: 'devices.csv' })).toBeVisible()
    await expect(chosen(page.getByLabel(/^Serial number/))).toHaveText('Serial number')
    await expect(chosen(page.getByLabel(/^Name/))).toHaveText('Not in the file')
    await choose(page.getByLabel(/^Name/), 'Label')
    await axe(page)
  })

  await test.step('check it, which creates nothing', async () => {
    await page.getByRole('button', { name: 'Check rows' }).click()
    await expect(page.getByText('2 records ready to create · 2 rows rejected')).toBeVisible()
    await expect(verdicts.getByRole('row').filter({ hasText: 'Bath' })).toContainText(
      'Type: Choose one of the options',
    )
    await expect(verdicts.getByRole('row').filter({ hasText: 'Again' })).toContainText(
      'Serial number: Already in use',
    )
    expect((await clerk.call(devices.list, {})).total).toBe(0)
    await axe(page)
    await page.reload()
    await expect(page.getByText('2 records ready to create · 2 rows rejected')).toBeVisible()
  })

  await test.step('create the records, and download the rejected rows', async () => {
    await page.getByRole('button', { name: 'Create 2 records' }).click()
    await expect(page.getByText('2 records created · 2 rows rejected')).toBeVisible()
    const { devices: rows } = await clerk.call(devices.list, { query: { _sort: 'name' } })
    expect(rows.map(({ name, kind }) => [name, kind])).toEqual([
      ['Cellar', 'pendant'],
      ['Kitchen', 'hub'],
    ])
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download rejected rows' }).click()
    const rejects = linesOf(await readFile(await (await downloading).path(), 'utf8'))
    expect(rejects[0]).toBe('Label,Serial number,Type,Organization,reason')
    expect(rejects.slice(1).map(line => line.split(',')[0])).toEqual(['Bath', 'Again'])
  })

  await test.step('importing the same file again creates nothing', async () => {
    await page.getByRole('button', { name: 'Import another file' }).click()
    await page.getByLabel('Drop a CSV file here').setInputFiles(file)
    await choose(page.getByLabel(/^Name/), 'Label')
    await page.getByRole('button', { name: 'Check rows' }).click()
    await expect(page.getByText('2 already imported · 2 rows rejected')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Create/ })).toHaveCount(0)
    await verdicts.getByRole('link', { name: 'Already imported' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible()
  })
})

test('an import works by keyboard alone, also in the light theme', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  await page.addInitScript(() => localStorage.setItem('theme', 'light'))
  // Waited for early: a chooser that opens before the browser was told to hand it over is lost.
  const choosing = page.waitForEvent('filechooser')
  await signIn(page, clerk, '/devices/import')
  await settled(page)
  await axe(page)
  const choose = page.getByLabel('Drop a CSV file here')
  await tabTo(page, choose)
  await page.keyboard.press('Enter')
  const text = `name,serial,kind,organization_id\nAttic,${unique('SN')},hub,${clerk.organizationId}\n`
  await (await choosing).setFiles({ name: 'one.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await tabTo(page, page.getByRole('button', { name: 'Check rows' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 record ready to create')).toBeVisible()
  await axe(page)
  await tabTo(page, page.getByRole('button', { name: 'Create 1 record' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 record created')).toBeVisible()
  expect((await clerk.call(devices.list, {})).devices.map(({ name }) => name)).toEqual(['Attic'])
})

test('a file that is no CSV in UTF-8 is refused with the reason', async ({ page, person, complaints }) => {
  complaints.expect(/status of 422/)
  const clerk = await person('organization_admin')
  await signIn(page, clerk, '/devices/import')
  await page.getByLabel('Drop a CSV file here').setInputFiles({
    name: 'old.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name\nM\xfcller\n', 'latin1'),
  })
  await expect(page.getByRole('alert')).toContainText('isn’t UTF-8')
})

test('without permission to create, there is no import, not even by its address', async ({
  page,
  person,
}) => {
  const analyst = await person('analyst')
  await signIn(page, analyst, '/devices')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Download' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Import…' })).toHaveCount(0)
  await page.goto('/devices/import')
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Import')
})
