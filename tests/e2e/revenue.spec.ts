import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { revenueFigures } from '#contract/analytics/revenue-figures.ts'
import { findRunningServer } from '#server/db/embedded/index.ts'
import { type Db, openDatabase } from '#server/db/open.ts'
import { axe, test as base, expect, settled, signIn, tabTo } from '#tests/fixtures/console.ts'
import { customer } from '#tests/fixtures/ledger.ts'
import { namesOf, openAll, titlesOf } from '#tests/fixtures/open-figures.ts'

/** A month that no other test has anything in, and three days of it. */
const june = 'from=2025-06-01&to=2025-06-30'
const threeDays = 'from=2025-06-10&to=2025-06-12'

/** Customers of that month: at its start three pay, of whom one leaves; two more come, and one tries. */
async function makeLedger(db: Db) {
  await customer(
    { db },
    {
      name: 'Amselhof',
      plan: 'professional',
      moves: [
        ['new', '2025-04-10T08:00:00Z', 1000, 'starter'],
        ['expansion', '2025-06-10T08:00:00Z', 2000],
      ],
    },
  )
  await customer(
    { db },
    {
      name: 'Drosselhof',
      status: 'cancelled',
      moves: [
        ['new', '2025-05-01T08:00:00Z', 1000],
        ['churn', '2025-06-11T08:00:00Z', -1000],
      ],
    },
  )
  await customer(
    { db },
    {
      name: 'Eulenhof',
      region: 'Africa',
      plan: 'enterprise',
      moves: [['new', '2025-03-01T08:00:00Z', 20_000]],
    },
  )
  for (const name of ['Finkenhof', 'Ganshof'])
    await customer(
      { db },
      {
        name,
        createdAt: '2025-06-02T08:00:00Z',
        moves: [
          ['trial_started', '2025-06-02T08:00:00Z'],
          ['trial_converted', '2025-06-12T08:00:00Z'],
          ['new', '2025-06-12T08:00:00Z', 1000],
        ],
      },
    )
  await customer(
    { db },
    {
      name: 'Habichthof',
      status: 'trial_expired',
      createdAt: '2025-06-05T08:00:00Z',
      moves: [
        ['trial_started', '2025-06-05T08:00:00Z'],
        ['trial_expired', '2025-06-19T08:00:00Z'],
      ],
    },
  )
}

const test = base.extend<object, { ledger: undefined }>({
  ledger: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const url = await findRunningServer(process.env.E2E_DATA_DIR ?? '')
      if (!url) throw new Error('The database of the browser tests does not run')
      const database = openDatabase(url, () => {}, 1)
      // The workers share one installation: the first of them makes the customers.
      await sql`select pg_advisory_lock(16)`.execute(database.db)
      const made = await database.db
        .selectFrom('organizations')
        .select('id')
        .where('name', '=', 'Habichthof')
        .executeTakeFirst()
      if (!made) await makeLedger(database.db)
      await database.close()
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
})

/** How many subscriptions have a status is told of now, when other tests sign people up. */
const moves = (title: string) => title.startsWith('Subscriptions by status')

/** The figures that stand on each screen of revenue. */
const figuresOf = {
  dashboard: [
    'mrr',
    'arr',
    'mrr_growth',
    'total_users',
    'active_users',
    'user_growth',
    'trial_to_paid_rate',
    'new_signups',
    'monthly_churn_rate',
    'active_subscriptions',
    'visitors',
    'trials_started',
    'trials_converted',
  ],
  analytics: [
    'mrr',
    'arr',
    'active_subscriptions',
    'trial_subscriptions',
    'recent_cancellations',
    'mrr_at_start',
    'mrr_moved',
    'new_subscriptions',
    'net_growth',
    'subscriptions',
    'trial_to_paid_rate',
    'trials_started',
    'trials_converted',
    'churn_rate',
    'starting_customers',
    'churned_customers',
  ],
  statistics: [
    'mrr',
    'arr',
    'ending_subscriptions',
    'subscriptions',
    'active_subscriptions',
    'trials_started',
    'new_subscriptions',
    'returned_customers',
    'trials_expired',
    'churned_customers',
    'churn_rate',
  ],
} as const

test('every figure of the contract is on the screens tested here', () => {
  const shown = new Set<string>(Object.values(figuresOf).flat())
  expect([...shown].toSorted()).toEqual(Object.keys(revenueFigures).toSorted())
})

test('every figure of the dashboard drills down to rows that add up to it', { tag: '@journey' }, async ({
  page,
  person,
}) => {
  test.slow()
  await signIn(page, await person('analyst'), `/?${june}`)
  await settled(page)
  const opened = await openAll(page, moves)
  expect(namesOf(opened)).toEqual(figuresOf.dashboard.toSorted())
  for (const title of ['Active subscriptions, Enterprise', 'Monthly recurring revenue, Africa'])
    expect(titlesOf(opened)).toContain(title)
})

test('every figure of revenue analytics, and of its charts’ tables, drills down to rows that add up to it', async ({
  page,
  person,
}) => {
  test.slow()
  await signIn(page, await person('analyst'), `/revenue-analytics?${threeDays}`)
  await settled(page)
  for (const button of await page.getByRole('button', { name: / as a table$/ }).all()) await button.click()
  const table = page.getByRole('region', { name: 'MRR movements' }).last()
  await expect(table.getByRole('row')).toHaveText([
    /^DayStartNewExpansionReactivationContractionChurnEnd$/,
    /^Jun 10, 2025\s*\$220.00\$0.00\$20.00\$0.00\$0.00\$0.00\$240.00$/,
    /^Jun 11, 2025\s*\$240.00\$0.00\$0.00\$0.00\$0.00-\$10.00\$230.00$/,
    /^Jun 12, 2025\s*\$230.00\$20.00\$0.00\$0.00\$0.00\$0.00\$250.00$/,
  ])
  const opened = await openAll(page, moves)
  expect(namesOf(opened)).toEqual(figuresOf.analytics.toSorted())
  for (const title of ['Recent cancellations', 'Conversion rate', 'Churn rate', 'Customers lost'])
    expect(titlesOf(opened)).toContain(title)
})

test('every figure above the subscriptions drills down to rows that add up to it', async ({
  page,
  person,
}) => {
  test.slow()
  await signIn(page, await person('analyst'), '/subscription-management')
  await expect(page.getByRole('region', { name: 'Statistics' }).getByText('Churn rate')).toBeVisible()
  // All of them are told of now, when other tests sign people up.
  const opened = await openAll(page, () => true)
  expect(namesOf(opened)).toEqual(figuresOf.statistics.toSorted())
})

test('the panel shows formula, numbers and rows, and has an address', async ({ page, person }) => {
  await signIn(page, await person('analyst'), `/?${june}`)
  await page.getByRole('button', { name: /^Monthly churn rate: / }).click()
  await expect(page).toHaveURL(/figure=monthly_churn_rate/)
  const panel = page.getByRole('dialog', { name: 'Monthly churn rate' })
  await expect(panel).toContainText('Customers lost in 30 days 1 ÷ Customers 30 days ago 3 × 100 = 33.33%')
  const lost = panel.getByRole('region', { name: 'Customers lost in 30 days' })
  await expect(lost.getByRole('link')).toHaveText('Drosselhof')
  const download = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Download all rows as CSV' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv.trim().split('\r\n')).toHaveLength(5)
  expect(csv).toContain(
    'Customers lost in 30 days,2025-06-11T08:00:00.000Z,Drosselhof,starter,Europe,,churn,1,',
  )
  await page.goBack()
  await expect(panel).toBeHidden()
  await page.goForward()
  await lost.getByRole('link', { name: 'Drosselhof' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Drosselhof')
})

test('new signups open as the list of exactly these customers', async ({ page, person }) => {
  await signIn(page, await person('analyst'), `/?${june}&figure=new_signups`)
  await page.getByRole('link', { name: 'Open as list' }).click()
  await expect(page.getByText('3 matching')).toBeVisible()
})

test('a churn above the target is red', async ({ page, person }) => {
  await signIn(page, await person('analyst'), `/?${june}`)
  const card = page.getByRole('article', { name: /^Monthly churn rate/ })
  await expect(card).toHaveAttribute('data-tone', 'bad')
  await expect(card).toContainText('Above the target of 5%')
  await page.goto('/?from=2025-03-10&to=2025-03-20')
  await expect(card).not.toHaveAttribute('data-tone', 'bad')
})

test('the address contains the period, by name or by dates, with the compared one', async ({
  page,
  person,
}) => {
  await signIn(page, await person('analyst'), '/')
  await expect(page.getByRole('button', { name: 'Last 30 days' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText(/^Today so far \(to /)).toBeVisible()
  await page.getByRole('button', { name: 'Last 12 months' }).click()
  await expect(page).toHaveURL('/?range=12m')
  await page.getByRole('button', { name: 'Custom range' }).click()
  await page.getByLabel('First day').fill('2025-06-01')
  await page.getByLabel('Last day').fill('2025-06-30')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(`/?${june}`)
  await expect(page.getByText(/^Today so far/)).toBeHidden()
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page).toHaveURL(`/?${june}&compare=previous`)
  const card = page.getByRole('article', { name: /^Annual recurring revenue/ })
  await expect(card).toContainText('+13.64% was $2,640.00')
  await page.reload()
  await expect(card).toContainText('+13.64% was $2,640.00')
})

for (const [path, call, text] of [
  ['/', 'sales-metrics/overview', 'Failed to fetch sales metrics'],
  ['/revenue-analytics', 'revenue-analytics/churn-analysis', 'Failed to load revenue analytics'],
] as const) {
  test(`a failed load at ${path} is reported and can be retried`, async ({ page, person, complaints }) => {
    complaints.expect(/500/)
    await page.route(`**/api/${call}*`, route =>
      route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"status":500}' }),
    )
    await signIn(page, await person('analyst'), path)
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(text)
    await page.unroute(`**/api/${call}*`)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('article', { name: /^Monthly recurring revenue/ })).toBeVisible()
  })
}

/** A chart, which is drawn once it comes near the window. */
async function chartOf(page: Page, title: string) {
  await page.getByRole('heading', { name: title, exact: true }).scrollIntoViewIfNeeded()
  return page.getByRole('slider', { name: `${title}, point by point` })
}

const plotsChunk = /\/plots-.*\.js$/

/** Observes layout shifts from the next load on. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = window as unknown as { moved: number }
    seen.moved = 0
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) seen.moved += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { moved: number }).moved)
}

for (const [width, height, near] of [
  [1280, 720, 1],
  [390, 420, 0],
] as const)
  test(`the dashboard has no layout shift while loading and scrolling at ${width} × ${height}, and charts load as they come near`, async ({
    page,
    person,
  }) => {
    const fetched: string[] = []
    page.on('request', request => fetched.push(request.url()))
    const charts = () => fetched.filter(url => /\/charts-.*\.js$/.test(url))
    await page.setViewportSize({ width, height })
    const moved = await watchShifts(page)
    await signIn(page, await person('analyst'), '/?compare=previous')
    const card = page.getByRole('article', { name: /^Annual recurring revenue/ })
    await expect(card).toContainText(/was \$/)
    const funnel = page.getByRole('region', { name: 'Conversion funnel' })
    await expect(funnel).toBeAttached()
    await expect.poll(charts).toHaveLength(near)
    for (const title of ['Top regions', 'Conversion funnel'])
      await page.getByRole('heading', { name: title }).scrollIntoViewIfNeeded()
    await expect(funnel.getByRole('listitem')).toHaveCount(4)
    expect(charts()).toHaveLength(1)
    expect(fetched.filter(url => plotsChunk.test(url))).toEqual([])
    expect(await moved()).toBeLessThan(0.02)
  })

test('there is no layout shift while plots load as they come near', async ({ page, person }) => {
  const fetched: string[] = []
  page.on('request', request => fetched.push(request.url()))
  const moved = await watchShifts(page)
  await page.setViewportSize({ width: 390, height: 700 })
  await signIn(page, await person('analyst'), `/revenue-analytics?${threeDays}&compare=previous`)
  for (const title of ['Monthly recurring revenue', 'MRR movements', 'Growth in the last 30 days']) {
    const chart = await chartOf(page, title)
    await expect(chart.locator('svg[viewBox]')).toHaveCount(1)
  }
  expect(fetched.filter(url => plotsChunk.test(url))).toHaveLength(1)
  expect(await moved()).toBeLessThan(0.02)
})

test('widgets are switched off and on, and a banner confirms it for two seconds', async ({
  page,
  person,
}) => {
  await signIn(page, await person('analyst'), '/settings')
  await expect(page.getByRole('switch')).toHaveCount(12)
  await page.getByRole('switch', { name: /^Conversion funnel/ }).uncheck()
  await page.getByRole('switch', { name: /^User analytics/ }).uncheck()
  const shownFor = page.evaluate(
    () =>
      new Promise<number>(resolve => {
        let since: number | undefined
        new MutationObserver(() => {
          if (document.body.textContent.includes('Settings saved')) since ??= performance.now()
          else if (since !== undefined) resolve(performance.now() - since)
        }).observe(document.body, { subtree: true, childList: true })
      }),
  )
  await page.getByRole('button', { name: 'Save' }).click()
  expect(Math.abs((await shownFor) - 2_000)).toBeLessThan(500)
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('dashboardWidgetSettings') ?? ''))
  expect(kept).toMatchObject({ conversionFunnel: false, userAnalytics: false, revenueMetrics: true })

  await page.goto('/')
  await expect(page.getByRole('article', { name: /^Monthly recurring revenue/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Top regions' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Conversion funnel' })).toBeHidden()
  await expect(page.getByRole('article', { name: /^Total users/ })).toBeHidden()

  await page.goto('/settings')
  await page.getByRole('button', { name: 'Reset to Defaults' }).click()
  await expect(page.getByRole('switch', { name: /^Conversion funnel/ })).toBeChecked()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Conversion funnel' })).toBeVisible()
})

test('a chart is available as a table and a file', async ({ page, person }) => {
  await signIn(page, await person('analyst'), `/revenue-analytics?${threeDays}`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Growth in the last 30 days as CSV' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv.replace('\uFEFF', '')).toBe(
    'Day,New subscriptions,Net growth\r\n2025-06-10,0,0\r\n2025-06-11,0,-1\r\n2025-06-12,2,2\r\n',
  )
  await expect(
    page.getByText(/Net growth: lowest -1 \(Jun 11, 2025\), highest 2 \(Jun 12, 2025\)/),
  ).toBeAttached()
})

test('arrow keys move through a chart, with the difference to the compared period, and Enter opens the point', async ({
  page,
  person,
}) => {
  await signIn(page, await person('analyst'), `/revenue-analytics?${threeDays}&compare=previous`)
  await settled(page)
  await axe(page)
  const chart = await chartOf(page, 'MRR movements')
  await chart.focus()
  await page.keyboard.press('Home')
  await expect(chart).toHaveAttribute(
    'aria-valuetext',
    /^Jun 10, 2025, New \$0\.00 was \$0\.00, Expansion \$20\.00 \+\$20\.00 · was \$0\.00, /,
  )
  await expect(chart.getByText('Jun 10, 2025')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(chart).toHaveAttribute(
    'aria-valuetext',
    /^Jun 11, 2025, .*Churn -\$10\.00 -\$10\.00 · was \$0\.00$/,
  )
  await expect(chart.getByText('Jun 11, 2025')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/figure=mrr_moved%2Cfrom%3A2025-06-11%2Cto%3A2025-06-11/)
})

test('days are selected by keyboard and become the screen’s period', async ({ page, person }) => {
  await signIn(page, await person('analyst'), `/revenue-analytics?${june}`)
  const chart = await chartOf(page, 'Monthly recurring revenue')
  await page.getByRole('button', { name: 'Monthly recurring revenue as an image' }).focus()
  await tabTo(page, chart)
  await expect(chart).toHaveAccessibleDescription('Shift and arrow keys select days, Enter zooms to them.')
  await page.keyboard.press('Home')
  for (let step = 0; step < 9; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(chart).toHaveAttribute('aria-valuetext', /^Jun 10, 2025 to Jun 12, 2025 selected\./)
  await page.keyboard.press('Escape')
  await expect(chart).toHaveAttribute('aria-valuetext', /^Jun 12, 2025, Monthly recurring revenue/)
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/revenue-analytics?from=2025-06-10&to=2025-06-12')
  await expect(chart).toHaveAttribute('aria-valuemax', '3')
})

test('the waterfall leads from the MRR at the start to the MRR at the end, and each step opens its rows', async ({
  page,
  person,
}) => {
  await signIn(page, await person('analyst'), `/revenue-analytics?${threeDays}`)
  const chart = await chartOf(page, 'MRR from start to end')
  await chart.focus()
  await page.keyboard.press('Home')
  const steps = ['Start', 'New', 'Expansion', 'Reactivation', 'Contraction', 'Churn', 'End']
  const amounts = ['$220.00', '$20.00', '$20.00', '$0.00', '$0.00', '-$10.00', '$250.00']
  for (const [index, step] of steps.entries()) {
    await expect(chart).toHaveAttribute(
      'aria-valuetext',
      `${step}, Monthly recurring revenue ${amounts[index]}`,
    )
    await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/figure=mrr_moved%2Ckind%3Achurn/)
})

test('a legend toggles the series of a chart, and the last one shows all again', async ({ page, person }) => {
  await signIn(page, await person('analyst'), `/revenue-analytics?${threeDays}`)
  const chart = await chartOf(page, 'Growth in the last 30 days')
  await chart.focus()
  const legend = page.getByRole('group', { name: 'Series of Growth in the last 30 days' })
  const [started, net] = [
    legend.getByRole('button', { name: 'New subscriptions' }),
    legend.getByRole('button', { name: 'Net growth' }),
  ]
  await expect(net).toHaveAttribute('aria-pressed', 'true')
  await net.click()
  await expect(net).toHaveAttribute('aria-pressed', 'false')
  await expect(chart).not.toHaveAttribute('aria-valuetext', /Net growth/)
  await started.click()
  await expect(net).toHaveAttribute('aria-pressed', 'true')
  await expect(chart).toHaveAttribute('aria-valuetext', /New subscriptions.*Net growth/)
})

test('an axis has round ticks with the unit; brushed days become the screen’s period', async ({
  page,
  person,
}) => {
  await signIn(page, await person('analyst'), `/revenue-analytics?${june}`)
  const chart = await chartOf(page, 'Monthly recurring revenue')
  await chart.scrollIntoViewIfNeeded()
  const ticks = chart.locator('text').filter({ hasText: /^\$(0|50|100|150|200|250)$/ })
  await expect(ticks).toHaveCount(6)
  const box = await chart.boundingBox()
  if (!box) throw new Error('The chart has no place')
  const at = (share: number) => [box.x + share * box.width, box.y + box.height / 2] as const
  await page.mouse.move(...at(0.4))
  await expect(chart.getByText(/^Jun \d+, 2025$/)).toBeVisible()
  await page.mouse.down()
  await page.mouse.move(...at(0.5), { steps: 4 })
  await page.mouse.move(...at(0.7), { steps: 4 })
  await page.mouse.up()
  await expect(page).toHaveURL(/\?from=2025-06-1\d&to=2025-06-2\d$/)
  await page.goBack()
  await expect(page).toHaveURL(`/revenue-analytics?${june}`)
  await expect(chart).toHaveAttribute('aria-valuemax', '30')
  await expect(ticks).toHaveCount(6)
  await chart.click({ position: { x: box.width / 2, y: box.height / 2 } })
  await expect(page).toHaveURL(/figure=mrr%2Cfrom%3A2025-06-1\d/)
})

test('a chart can be downloaded as an image, with its title, legend and colours', async ({
  page,
  person,
}) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'light'))
  await signIn(page, await person('analyst'), `/revenue-analytics?${threeDays}`)
  const chart = await chartOf(page, 'MRR movements')
  await expect(chart.locator('text').first()).toBeVisible()
  const save = async (format: string) => {
    await page.getByRole('button', { name: 'MRR movements as an image' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: format }).click()
    const file = await download
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
  }
  const svg = await save('SVG image')
  expect(svg.name).toBe('MRR movements.svg')
  const drawing = svg.content.toString()
  for (const text of ['MRR movements', 'Expansion', 'Jun 10']) expect(drawing).toContain(`>${text}<`)
  // The bar of the expansion in the theme's accent, not in the engine's placeholder.
  expect(drawing).toContain('fill: rgb(68, 80, 216)')
  expect(drawing).not.toContain('fill: rgb(0, 0, 1)')
  const png = await save('PNG image')
  expect(png.name).toBe('MRR movements.png')
  expect(png.content.subarray(1, 4).toString()).toBe('PNG')
})

test('in Arabic a chart is mirrored: time runs from the right, with the values on that side', async ({
  page,
  person,
}) => {
  await signIn(page, await person('analyst'), `/revenue-analytics?${june}&lang=ar`)
  const chart = page.getByRole('slider').first()
  await chart.scrollIntoViewIfNeeded()
  const [values, days] = [/US\$/, /يونيو/]
  await expect(chart.locator('text').filter({ hasText: days }).first()).toBeVisible()
  const left = async (text: RegExp, which: 'first' | 'last') =>
    (await chart.locator('text').filter({ hasText: text, visible: true })[which]().boundingBox())?.x ??
    Number.NaN
  expect(await left(values, 'first')).toBeGreaterThan(await left(days, 'first'))
  const dayOf = async (which: 'first' | 'last') =>
    Number.parseInt(
      (await chart.locator('text').filter({ hasText: days, visible: true })[which]().textContent()) ?? '',
      10,
    )
  const isMirrored =
    (await left(days, 'first')) < (await left(days, 'last')) ===
    (await dayOf('first')) > (await dayOf('last'))
  expect(isMirrored).toBe(true)
  await chart.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
  await expect(chart).toHaveAttribute('aria-valuenow', '2')
})

test('a public page reports its visit, with an id stored in the browser, unless the visitor opts out', async ({
  page,
}) => {
  const visit = () => page.waitForRequest(request => request.url().endsWith('/api/visits'))
  const [first] = await Promise.all([visit(), page.goto('/login')])
  const [second] = await Promise.all([visit(), page.getByRole('link', { name: 'Privacy Policy' }).click()])
  const [one, other] = [first.postDataJSON(), second.postDataJSON()]
  expect(one).toEqual({ visitor_id: expect.stringMatching(/^[0-9a-f-]{36}$/), path: '/login' })
  expect(other).toEqual({ visitor_id: one.visitor_id, path: '/privacy-policy' })
  expect((await second.response())?.status()).toBe(204)

  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true }),
  )
  const told: string[] = []
  page.on('request', request => void (request.url().endsWith('/api/visits') && told.push(request.url())))
  await page.goto('/register')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(told).toEqual([])
})
