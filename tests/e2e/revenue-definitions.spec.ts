import { sql } from 'kysely'
import { auth } from '#contract/identity/auth.ts'
import { findRunningServer } from '#server/db/embedded/index.ts'
import { openDatabase } from '#server/db/open.ts'
import { axe, test as base, chooseTime, expect, settled, signIn, tabTo } from '#tests/fixtures/console.ts'
import { openAll } from '#tests/fixtures/open-figures.ts'
import { type Life, storeLives } from '#tests/fixtures/subscription-lives.ts'

/** A month that no other test has anything in; all of its customers have left by the summer. */
const march = '/revenue-analytics?from=2023-03-01&to=2023-03-31'
const at = (day: string) => Date.parse(`${day}T08:00:00Z`)
const marker = 'Reiherhof'

/** One who asks to leave in March and leaves in April, one who stays, and one who leaves and returns in March. */
const lives = (): Life[] => {
  const life = (name: string, ...moves: [Life['moves'][number]['kind'], string, number][]): Life => ({
    name,
    region: 'Europe',
    moves: moves.map(([kind, day, cents]) => ({ kind, at: at(day), cents, plan: 'starter' })),
    invoices: [],
  })
  return [
    life('Storchhof', ['new', '2023-01-10', 1000], ['churn', '2023-06-10', -1000]),
    life(
      'Kranichhof',
      ['new', '2023-01-11', 1000],
      ['churn', '2023-03-05', -1000],
      ['reactivation', '2023-03-09', 1000],
      ['churn', '2023-06-11', -1000],
    ),
    {
      ...life(marker, ['new', '2023-01-12', 3000], ['churn', '2023-04-10', -3000]),
      cancellations: [{ from: at('2023-03-12'), to: at('2023-04-10') }],
    },
  ]
}

const test = base.extend<object, { lives: undefined }>({
  lives: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const url = await findRunningServer(process.env.E2E_DATA_DIR ?? '')
      if (!url) throw new Error('The database of the browser tests does not run')
      const database = openDatabase(url, () => {}, 1)
      // The workers share one installation: the first of them makes the customers.
      await sql`select pg_advisory_lock(71)`.execute(database.db)
      const made = await database.db
        .selectFrom('organizations')
        .select('id')
        .where('name', '=', marker)
        .executeTakeFirst()
      if (!made) {
        await storeLives(database.db, lives())
        // One of them was reported a year and a half late.
        await sql`
          update subscription_movements m set recorded_at = case o.name when 'Kranichhof' then timestamptz '2025-06-01'
            else timestamptz '2024-01-01' end
          from organizations o where o.id = m.organization_id and o.name in ('Storchhof', 'Kranichhof', ${marker})`.execute(
          database.db,
        )
      }
      await database.close()
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
})

test('a definition is chosen, its difference opened, a row followed, and the way back keeps all of it', {
  tag: '@journey',
}, async ({ page, person }) => {
  await signIn(page, await person('analyst'), march)
  const card = page.getByRole('article', { name: /^Monthly recurring revenue/ })
  await expect(card).toContainText('$50.00')
  await expect(card).not.toContainText('definition')
  const choices = page.getByRole('group', { name: 'Definitions' })
  await choices.getByRole('button', { name: 'Stripe' }).click()
  await expect(card).toContainText('$20.00')
  await expect(card).toContainText('By Stripe’s definition')
  await expect(page).toHaveURL(/definition=stripe/)
  await expect(page.getByText(/^Stripe’s definitions: a subscription stops counting/)).toBeVisible()
  // A scheduled report counts by our own definitions.
  await expect(page.getByRole('button', { name: 'Send on a schedule' })).toBeHidden()

  await card.getByRole('button').click()
  const panel = page.getByRole('dialog', { name: 'Monthly recurring revenue' })
  await expect(panel).toContainText('Subscriptions stop counting when their cancellation is requested')
  const comparison = panel.getByRole('region', { name: 'Compare with another definition' })
  await comparison.getByRole('button', { name: 'Voicedeck' }).click()
  await expect(comparison.getByRole('status')).toHaveText(
    'Stripe: $20.00Voicedeck: $50.00Difference: +$30.00',
  )
  const row = comparison.getByRole('listitem')
  await expect(row).toHaveText(
    /Reiherhof.*\+\$30\.00Stripe: Its cancellation was requested, so it no longer counts\./,
  )
  await expect(comparison).toContainText('These rows add up to +$30.00. Rows: 1')

  await row.getByRole('link', { name: marker }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(marker)
  await page.goBack()
  await expect(row).toContainText(marker)
  await expect(page).toHaveURL(/definition=stripe/)
  await comparison.getByRole('button', { name: 'ChartMogul' }).click()
  await expect(comparison.getByRole('status')).toContainText('ChartMogul: $50.00')
  await page.keyboard.press('Escape')
  await choices.getByRole('button', { name: 'Voicedeck' }).click()
  await expect(card).toContainText('$50.00')
  await expect(page).not.toHaveURL(/definition/)
})

test('the figures are shown as they were known before a late report, and as they are now', {
  tag: '@journey',
}, async ({ page, person, complaints }) => {
  await signIn(page, await person('analyst'), march)
  const card = page.getByRole('article', { name: /^Monthly recurring revenue/ })
  const statuses = page.getByRole('heading', { name: 'Status distribution' })
  await expect(card).toContainText('$50.00')
  await expect(statuses).toBeVisible()
  await page.getByRole('button', { name: 'View as of…' }).click()
  await chooseTime(page, '2025-01-01 12:00')
  await expect(page).toHaveURL(/known=2025-01-01T12%3A00%3A00\.000Z/)
  await expect(page.getByText('As known on Jan 1, 2025')).toBeVisible()
  await expect(page.getByText('Today so far')).toHaveCount(0)
  await expect(card).toContainText('$40.00')
  await expect(statuses).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Send on a schedule' })).toBeHidden()
  await axe(page)

  await card.getByRole('button').click()
  const panel = page.getByRole('dialog', { name: 'Monthly recurring revenue' })
  await expect(panel.getByRole('link', { name: marker })).toBeVisible()
  await expect(panel).not.toContainText('Kranichhof')
  await expect(panel.getByRole('region', { name: 'Compare with another definition' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  complaints.expect(/422/)
  await page.getByRole('button', { name: 'Change time' }).click()
  await chooseTime(page, '2001-01-01 12:00')
  await expect(page.getByText('What was known at that time was not kept')).toBeVisible()
  await page.getByRole('button', { name: 'Back to now' }).click()
  await expect(card).toContainText('$50.00')
  await expect(page).not.toHaveURL(/known/)
})

test('under each definition, every figure drills down to rows that add up to it', async ({
  page,
  person,
}) => {
  test.slow()
  const analyst = await person('analyst')
  const churn = page.getByRole('article', { name: /^Churn rate/ })
  for (const [definition, rate] of [
    ['stripe', '66.67%'],
    ['chartmogul', '0%'],
  ] as const) {
    await signIn(page, analyst, `${march}&definition=${definition}`)
    await settled(page)
    await openAll(page, title => title.startsWith('Subscriptions by status'))
    await expect(churn).toContainText(rate)
  }
})

test('the rows of a rate are those of each of its terms', async ({ page, person }) => {
  await signIn(page, await person('analyst'), `${march}&figure=churn_rate,than:chartmogul`)
  const comparison = page.getByRole('region', { name: 'Compare with another definition' })
  await expect(comparison).toContainText('Voicedeck: 33.33%ChartMogul: 0%')
  await expect(comparison).toContainText('Difference: -33.33 points')
  await expect(comparison.getByRole('listitem')).toHaveText([
    /Kranichhof.*-1ChartMogul: Left and returned within the period\./,
  ])
  await comparison.getByRole('button', { name: 'Stripe' }).click()
  await expect(comparison.getByRole('listitem')).toHaveText([
    /Reiherhof.*\+1Stripe: Its cancellation was requested, which counts as its end\./,
  ])
})

test('the definition and the comparison are reached by keyboard', async ({ page, person }) => {
  await signIn(page, await person('analyst'), march)
  const stripe = page.getByRole('group', { name: 'Definitions' }).getByRole('button', { name: 'Stripe' })
  await tabTo(page, stripe)
  await page.keyboard.press('Enter')
  await expect(stripe).toHaveAttribute('aria-pressed', 'true')
  await expect(stripe).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: /^Monthly recurring revenue: \$20/ }))
  await page.keyboard.press('Enter')
  const comparison = page.getByRole('region', { name: 'Compare with another definition' })
  const other = comparison.getByRole('button', { name: 'Voicedeck' })
  await tabTo(page, other)
  await page.keyboard.press('Enter')
  await expect(comparison.getByRole('listitem')).toHaveCount(1)
  await expect(other).toBeFocused()
  await tabTo(page, comparison.getByRole('link', { name: marker }))
})

for (const [language, colorScheme, width] of [
  ['en', 'dark', 1440],
  ['en', 'light', 390],
  ['ar', 'dark', 390],
] as const)
  test(`the comparison is accessible and fits in ${language}, ${colorScheme}, at ${width} pixels`, async ({
    page,
    person,
  }) => {
    const analyst = await person('analyst')
    await analyst.call(auth.updateMe, { body: { locale: language } })
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await signIn(page, analyst, `${march}&definition=stripe&figure=mrr,than:voicedeck`)
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
    await expect(page.getByRole('dialog').getByRole('link', { name: marker }).first()).toBeVisible()
    await settled(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    await axe(page)
    await page.screenshot({ path: `test-results/definitions-${language}-${colorScheme}-${width}.png` })
  })
