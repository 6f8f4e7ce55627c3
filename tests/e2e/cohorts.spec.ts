import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { cohortFigures } from '#contract/analytics/cohort-figures.ts'
import { findRunningServer } from '#server/db/embedded/index.ts'
import { type Db, openDatabase } from '#server/db/open.ts'
import { axe, test as base, choose, expect, settled, signIn, tabTo } from '#tests/fixtures/console.ts'
import { namesOf, openAll } from '#tests/fixtures/open-figures.ts'
import { type Life, storeLives } from '#tests/fixtures/subscription-lives.ts'

/** A region in which no other test has customers. */
const here = 'region=Middle+East'
const marker = 'Falkenhof'

/** The middle of a month so many months ago. */
function inMonth(ago: number): number {
  const now = new Date()
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 10, 12)
}
/** Its name on the screen. */
const monthName = (ago: number, locale = 'en') =>
  new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(inMonth(ago))

/** Two customers of four months ago, of whom one upgrades and one leaves, and one of two months ago. */
function makeLives(db: Db) {
  const life = (
    name: string,
    moves: [Life['moves'][number]['kind'], number, number][],
    paid: number,
  ): Life => ({
    name,
    region: 'Middle East',
    moves: moves.map(([kind, ago, cents]) => ({ kind, at: inMonth(ago), cents, plan: 'starter' })),
    invoices: [{ at: inMonth(moves[0]?.[1] ?? 0) + 60_000, cents: paid }],
  })
  return storeLives(db, [
    life(
      'Adlerhof',
      [
        ['new', 4, 1000],
        ['expansion', 3, 2000],
      ],
      1000,
    ),
    life(
      'Bussardhof',
      [
        ['new', 4, 3000],
        ['churn', 2, -3000],
      ],
      3000,
    ),
    life(marker, [['new', 2, 1000]], 1000),
  ])
}

const test = base.extend<object, { lives: undefined }>({
  lives: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const url = await findRunningServer(process.env.E2E_DATA_DIR ?? '')
      if (!url) throw new Error('The database of the browser tests does not run')
      const database = openDatabase(url, () => {}, 1)
      // The workers share one installation: the first of them makes the customers.
      await sql`select pg_advisory_lock(65)`.execute(database.db)
      const made = await database.db
        .selectFrom('organizations')
        .select('id')
        .where('name', '=', marker)
        .executeTakeFirst()
      if (!made) await makeLives(database.db)
      await database.close()
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
})

const grid = (page: Page) => page.getByRole('grid', { name: /^Retention by month of start/ })
/** The numbers in a row of the grid. */
const numbersOf = (page: Page, name: string) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) })
    .getByRole('gridcell')

test('customers and revenue kept are shown by month of start, and each number opens its rows', {
  tag: '@journey',
}, async ({ page, person }) => {
  test.slow()
  await signIn(page, await person('analyst'), `/revenue-cohorts?${here}`)
  await settled(page)
  await expect(numbersOf(page, monthName(4))).toHaveText(['2', '100%', '100%', '50%', '50%', '50%'])
  await expect(numbersOf(page, monthName(2))).toHaveText(['1', '100%', '100%', '100%'])
  await expect(numbersOf(page, 'All cohorts')).toHaveText(['3', '100%', '100%', '50%', '50%'])
  const opened = new Set<string>()
  for (const [measure, unit] of [
    ['Customers', 'Percent'],
    ['Customers', 'Absolute'],
    ['Revenue', 'Percent'],
    ['Revenue', 'Absolute'],
    ['Paid per customer', null],
  ] as const) {
    await page.getByRole('button', { name: measure, exact: true }).click()
    if (unit) await page.getByRole('button', { name: unit, exact: true }).click()
    await page.mouse.move(0, 0)
    for (const name of namesOf(await openAll(page))) opened.add(name)
  }
  expect([...opened].toSorted()).toEqual(Object.keys(cohortFigures).toSorted())
})

test('the measure, the months and the filters are in the address', async ({ page, person }) => {
  await signIn(page, await person('analyst'), `/revenue-cohorts?${here}`)
  await page.getByRole('button', { name: 'Revenue', exact: true }).click()
  await expect(numbersOf(page, monthName(4))).toHaveText(['$40.00', '100%', '150%', '75%', '75%', '75%'])
  await page.getByRole('button', { name: 'Absolute' }).click()
  await choose(page.getByRole('combobox', { name: 'Months of start' }), 'Last 12 months')
  await expect(page).toHaveURL(`/revenue-cohorts?${here}&measure=revenue&unit=absolute&months=12`)
  await page.reload()
  await expect(numbersOf(page, monthName(4))).toHaveText([
    '$40.00',
    '$40.00',
    '$60.00',
    '$30.00',
    '$30.00',
    '$30.00',
  ])
  await choose(page.getByRole('combobox', { name: 'Plan at start' }), 'Enterprise')
  await expect(page.getByText('No customer started to pay in these months.')).toBeVisible()
  await expect(grid(page)).toHaveCount(0)
})

test('the grid is walked by keyboard, and a cell opens its rows by Enter', async ({ page, person }) => {
  await signIn(page, await person('analyst'), `/revenue-cohorts?${here}`)
  await settled(page)
  const focused = page.locator('[data-position]:focus')
  await tabTo(page, grid(page).getByRole('button').first())
  for (const [key, label] of [
    ['ArrowRight', 'Customer retention, All cohorts, month 0: 100%'],
    ['ArrowDown', `Customer retention, ${monthName(2)}, month 0: 100%`],
    ['End', `Customer retention, ${monthName(2)}, month 2, still running: 100%`],
    ['ArrowDown', `Customer retention, ${monthName(4)}, month 2: 50%`],
    ['Home', `Customers at start, ${monthName(4)}: 2`],
    ['Control+Home', 'Customers at start, All cohorts: 3'],
    ['Control+End', `Customer retention, ${monthName(4)}, month 4, still running: 50%`],
  ] as const) {
    await page.keyboard.press(key)
    await expect(focused).toHaveAttribute('aria-label', `${label}. Show the underlying rows`)
  }
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Customer retention' })
  await expect(panel).toContainText('Customers who pay 1 ÷ Customers who started 2 × 100 = 50%')
  const kept = panel.getByRole('region', { name: 'Customers who pay' })
  await expect(kept.getByRole('link')).toHaveText('Adlerhof')
  await expect(panel).toContainText(`Started in = ${monthName(4)} · Age = Month 3`)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(focused).toHaveAttribute('aria-label', new RegExp(`, ${monthName(4)}, month 3: 50%`))
  // One stop of the Tab key, however many cells there are.
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(focused).toHaveAttribute('aria-label', new RegExp(`, ${monthName(4)}, month 3: 50%`))
})

test('the table is saved as CSV and as a workbook', async ({ page, person }) => {
  await signIn(page, await person('analyst'), `/revenue-cohorts?${here}&measure=revenue`)
  await settled(page)
  const save = async (format: string) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: format }).click()
    const file = await download
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
  }
  const csv = await save('CSV')
  expect(csv.name).toBe('Retention by month of start – Net revenue retention.csv')
  expect(csv.content.toString('utf8').replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'Started in,MRR at start,0,1,2,3,4,Month still running',
    'All cohorts,50,100,140,75,75,,',
    `${new Date(inMonth(2)).toISOString().slice(0, 7)},10,100,100,100,,,2`,
    `${new Date(inMonth(4)).toISOString().slice(0, 7)},40,100,150,75,75,75,4`,
  ])
  const workbook = await save('Excel (XLSX)')
  expect(workbook.name).toMatch(/\.xlsx$/)
  const { readXlsx } = await import('hucre/xlsx')
  const { sheets } = await readXlsx(workbook.content)
  expect(sheets[0]?.rows.at(-1)).toEqual([
    new Date(inMonth(4)).toISOString().slice(0, 7),
    40,
    100,
    150,
    75,
    75,
    75,
    4,
  ])
})

test('the lifetime value says what it lacks, and what a margin leaves of it', async ({ page, person }) => {
  await signIn(page, await person('analyst'), `/revenue-cohorts?${here}`)
  const card = page.getByRole('article', { name: /^Lifetime value/ })
  // $40 of two customers; 2 + 2 + 2 customers at the starts of three months, of whom one left.
  await expect(card).toContainText('$120.00')
  await expect(card).toContainText('Uncertain: fewer than 5 customers left.')
  const margin = page.getByLabel('Gross margin in percent')
  await margin.fill('72,5')
  await expect(page.getByText('Lifetime value at this margin: $87.00')).toBeVisible()
  await expect(page).toHaveURL(/margin=72\.5/)
  await margin.fill('720')
  await expect(margin).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Lifetime value at this margin: $87.00')).toBeVisible()
  await page.goto(`/revenue-cohorts?${here}&plan=enterprise`)
  await expect(card).toContainText('–')
  await expect(card).toContainText('Not enough data: no one pays.')
})

test('a failed load is reported and can be retried', async ({ page, person, complaints }) => {
  complaints.expect(/500/)
  const path = '**/api/revenue-cohorts/retention*'
  await page.route(path, route =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"status":500}' }),
  )
  await signIn(page, await person('analyst'), `/revenue-cohorts?${here}`)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Couldn’t load the cohorts')
  await page.unroute(path)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(grid(page)).toBeVisible()
})

for (const theme of ['dark', 'light'])
  test(`on a telephone the cohorts stay next to their months, in the ${theme} theme`, async ({
    page,
    person,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.addInitScript(theme => localStorage.setItem('theme', theme), theme)
    await signIn(page, await person('analyst'), `/revenue-cohorts?${here}`)
    await settled(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    const header = grid(page).getByRole('rowheader', { name: monthName(4) })
    const last = numbersOf(page, monthName(4)).last()
    await last.scrollIntoViewIfNeeded()
    await expect(last).toBeInViewport()
    await expect(header).toBeInViewport()
    await axe(page)
  })

test('in Arabic the months run from the right, and the keys with them', async ({ page, person }) => {
  await signIn(page, await person('analyst'), `/revenue-cohorts?${here}&lang=ar`)
  await settled(page)
  const table = page.getByRole('grid')
  const cells = table.getByRole('row').nth(1).getByRole('gridcell')
  const left = async (index: number) => (await cells.nth(index).boundingBox())?.x ?? Number.NaN
  expect(await left(0)).toBeGreaterThan(await left(1))
  await cells.first().getByRole('button').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(cells.nth(1).getByRole('button')).toBeFocused()
})
