import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { conversationFigures } from '#contract/analytics/conversation-analytics.ts'
import { operationalFigures } from '#contract/analytics/operational-metrics.ts'
import { usageFigures } from '#contract/analytics/usage-metrics.ts'
import { safetyFigures } from '#contract/conversations/safety-incidents.ts'
import { findRunningServer } from '#server/db/embedded/index.ts'
import { type Db, openDatabase } from '#server/db/open.ts'
import { test as base, expect, settled, signIn } from '#tests/fixtures/console.ts'
import { namesOf, openAll, titlesOf, wholePage } from '#tests/fixtures/open-figures.ts'

/** Three days that no other test has anything in. */
const march = 'from=2025-03-10&to=2025-03-12'
const incidentId = '01957d5a-0000-7000-8000-00000000f00d'

/** A household that talks, falls, wears a pendant and has things translated. */
async function makeHousehold(db: Db) {
  const home = uuid()
  await sql`insert into organizations (id, name, kind, region) values (${home}, 'Rotkehlchen', 'household', 'Africa')`.execute(
    db,
  )
  const person = async (name: string) => {
    const id = uuid()
    await sql`insert into people (id, organization_id, role, name, username)
      values (${id}, ${home}, 'elderly_user', ${name}, ${id})`.execute(db)
    return id
  }
  const [erna, otto] = [await person('Erna Rot'), await person('Otto Rot')]
  const said = async (
    who: string,
    started: string,
    emotion: string,
    sentiment: number,
    context: string | null,
    risk: number,
  ) => {
    const [id, message] = [uuid(), uuid()]
    await sql`insert into conversations (id, organization_id, person_id, task, chat_model, language, status, topics, highest_risk, started_at)
      values (${id}, ${home}, ${who}, 'small_talk', 'gpt-4o-mini', 'en', 'ended', '{family,weather}', ${risk}, ${started})`.execute(
      db,
    )
    await sql`insert into messages (organization_id, id, conversation_id, person_id, type, content, emotion, sentiment, context, risk_score, ts)
      values (${home}, ${message}, ${id}, ${who}, 'user', 'So it is.', ${emotion}, ${sentiment}, ${context}, ${risk}, ${started})`.execute(
      db,
    )
    return { id, message }
  }
  for (const day of [10, 11, 12, 12, 12])
    await said(erna, `2025-03-${day}T09:00:00Z`, 'happy', 0.65, null, 0.1)
  const fell = await said(otto, '2025-03-11T10:00:00Z', 'anxious', -0.7, 'fall', 0.82)
  await sql`insert into safety_incidents (id, organization_id, person_id, conversation_id, message_id, risk_score, context, emotion, escalation_needed, ts)
    values (${incidentId}, ${home}, ${otto}, ${fell.id}, ${fell.message}, 0.82, 'fall', 'anxious', true, '2025-03-11T10:00:00Z'),
      (${uuid()}, ${home}, ${otto}, ${fell.id}, ${fell.message}, 0.45, 'loneliness', 'sad', false, '2025-03-12T10:00:00Z')`.execute(
    db,
  )
  const translated = (from: string, to: string, status: string, took: number, region: string) =>
    sql`insert into translation_sessions (organization_id, id, person_id, source_language, target_language, mode, region, status,
        transcription_ms, model_ms, speech_ms, latency_ms, started_at)
      values (${home}, ${uuid()}, ${erna}, ${from}, ${to}, 'medical', ${region}, ${status}, 100, 300, 200, ${took}, '2025-03-11T12:00:00Z')`.execute(
      db,
    )
  await translated('en', 'es', 'completed', 1400, 'Europe')
  await translated('en', 'es', 'completed', 1500, 'Africa')
  await translated('es', 'en', 'failed', 1600, 'Africa')
  for (const type of ['fall', 'heartbeat', 'heartbeat'])
    await sql`insert into device_events (organization_id, id, device_id, person_id, type, ts)
      values (${home}, ${uuid()}, ${home}, ${otto}, ${type}, '2025-03-11T10:00:00Z')`.execute(db)
  await sql`insert into activity_logs (organization_id, id, "timestamp", action, resource_type, actor_id)
    values (${home}, ${uuid()}, '2025-03-10T08:00:00Z', 'login', 'session', ${otto}),
      (${home}, ${uuid()}, '2025-03-12T08:00:00Z', 'rename: twice, at once', 'devices', ${otto})`.execute(db)
}

const test = base.extend<object, { household: undefined }>({
  household: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const url = await findRunningServer(process.env.E2E_DATA_DIR ?? '')
      if (!url) throw new Error('The database of the browser tests does not run')
      const database = openDatabase(url, () => {}, 1)
      // The workers share one installation: the first of them makes the household.
      await sql`select pg_advisory_lock(19)`.execute(database.db)
      const made = await sql`select from safety_incidents where id = ${incidentId}`.execute(database.db)
      if (made.rows.length === 0) await makeHousehold(database.db)
      await database.close()
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
})

/** Every screen of analytics: what its first call is, and what it says when that fails. */
const screens = [
  [
    '/operations',
    'operational-metrics/overview',
    'Failed to fetch operational metrics',
    'Translation sessions',
  ],
  [
    '/conversation-analytics',
    'conversation-analytics/topics',
    'Failed to load conversation analytics',
    'Total conversations',
  ],
  ['/usage-metrics', 'usage-metrics/feature-usage', 'Failed to load usage metrics', 'Active users'],
  [
    '/safety-incidents',
    'safety-incidents/timeline',
    'Failed to load safety incident data',
    'High-risk conversations',
  ],
] as const

const card = (page: Page, title: string) => page.getByRole('article', { name: new RegExp(`^${title}`) })

for (const [path, figures, titles] of [
  [
    '/operations',
    operationalFigures,
    ['Average latency', 'Success rate', 'Languages used', 'Translation sessions, Medical', 'p95, Speech'],
  ],
  [
    '/conversation-analytics',
    conversationFigures,
    ['Most active user', 'Average sentiment', 'Turns by emotion, Anxious', 'Conversations by topic, Weather'],
  ],
  [
    '/usage-metrics',
    usageFigures,
    ['Active users', 'Active devices', 'Engaged users, Moderately engaged', 'Device events, Heartbeat'],
  ],
  [
    '/safety-incidents',
    safetyFigures,
    ['Medium-risk conversations', 'Emergency contexts', 'Distressed conversations', /^Incidents, Critical/],
  ],
] as const) {
  test(`every figure of ${path} drills down to rows that add up to it, and the contract has no other`, async ({
    page,
    person,
  }) => {
    test.slow()
    await signIn(page, await person('operator'), `${path}?${march}`)
    await settled(page)
    for (const button of await page.getByRole('button', { name: / as a table$/ }).all()) await button.click()
    const opened = await openAll(page)
    for (const title of titles) expect(titlesOf(opened)).toContainEqual(expect.stringMatching(title))
    expect(namesOf(opened)).toEqual(Object.keys(figures).toSorted())
  })
}

for (const [path, call, failure, title] of screens) {
  test(`${path} shows a failed load, keeps its data, offers a retry, compares with the period before, and keeps its period in the address`, async ({
    page,
    person,
    complaints,
  }) => {
    complaints.expect(/500/)
    const fails = () =>
      page.route(`**/api/${call}*`, route =>
        route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"status":500}' }),
      )
    await fails()
    await signIn(page, await person('analyst'), path)
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(failure)
    await page.unroute(`**/api/${call}*`)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(card(page, title)).toBeVisible()
    await fails()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText(/^Data from /)).toBeVisible()
    await expect(card(page, title)).toBeVisible()
    await page.unroute(`**/api/${call}*`)

    await page.goto(`${path}?from=2025-03-13&to=2025-03-15&compare=previous`)
    await expect(card(page, title)).toContainText(/^.*0.*was [1-9]/)
    await page.getByRole('button', { name: 'Last 7 days' }).click()
    await expect(page).toHaveURL(`${path}?compare=previous&range=7d`)
    await expect(page.getByText(/^Today so far \(to /)).toBeVisible()
  })
}

test('operations start with 24 hours, and show whether latency is on target', { tag: '@journey' }, async ({
  page,
  person,
}) => {
  await signIn(page, await person('analyst'), '/operations')
  await expect(page.getByRole('button', { name: 'Last 24 hours' })).toHaveAttribute('aria-pressed', 'true')
  await page.goto(`/operations?${march}`)
  await expect(card(page, 'Average latency')).toContainText('1,500 ms')
  await expect(card(page, 'Average latency')).toContainText('Above Target')
  await expect(page.getByText('Redis').locator('..')).toContainText('Not configured')
  await page.getByRole('button', { name: 'Translation sessions, English → Spanish: 2. Show' }).click()
  await expect(page).toHaveURL(/figure=/)
  await page.getByRole('link', { name: 'Open as list' }).click()
  await expect(page.getByText('2 matching')).toBeVisible()
})

test('operations are updated live, and show when they are not', async ({ page, person }) => {
  await signIn(page, await person('analyst'), '/operations')
  const rightNow = page.getByRole('region', { name: 'Right now' })
  const state = rightNow.getByRole('status').first()
  await expect(state).toHaveText('Live')
  let refused = true
  const changed: Record<string, object> = {
    live_metrics: { active_conversations: 4_321 },
    operational_metrics: { total_sessions: 8_765 },
  }
  await page.routeWebSocket(/api\/ws\/metrics/, socket => {
    if (refused) return void socket.close({ code: 1011 })
    socket.connectToServer().onMessage(text => {
      const { type, payload } = JSON.parse(String(text))
      socket.send(JSON.stringify({ type, payload: { ...payload, ...changed[type] } }))
    })
  })
  await page.clock.install()
  await page.reload()
  await expect(state).toHaveText('Connection lost (1011). Reconnecting...')
  await expect(async () => {
    await page.clock.runFor(5_600)
    await expect(state).toContainText('Max reconnection attempts reached', { timeout: 200 })
  }).toPass()
  refused = false
  await state.getByRole('button', { name: 'Reconnect' }).click()
  await expect(state).toHaveText('Live')
  await expect(rightNow).toContainText('4,321')
  await expect(card(page, 'Translation sessions')).toContainText('8,765')
})

test('operations show the widgets that are switched on', async ({ page, person }) => {
  await page.addInitScript(() =>
    localStorage.setItem('dashboardWidgetSettings', '{"regionalActivity":false,"successRate":false}'),
  )
  await signIn(page, await person('analyst'), '/operations')
  await expect(card(page, 'Translation sessions')).toBeVisible()
  await expect(card(page, 'Success rate')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Regional activity' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Capability modes' })).toBeVisible()
})

test('a mood is shown as positive, neutral or negative', async ({ page, person }) => {
  const analyst = await person('analyst')
  for (const [time, mood] of [
    ['from=2025-03-10&to=2025-03-10', 'Positive'],
    ['from=2025-03-11&to=2025-03-11', 'Neutral'],
  ]) {
    await signIn(page, analyst, `/conversation-analytics?${time}`)
    await expect(card(page, 'Average sentiment')).toContainText(mood as string)
  }
})

test('an incident opens from the table and by its address, and leads to its turn', {
  tag: '@journey',
}, async ({ page, person }) => {
  await signIn(page, await person('operator'), `/safety-incidents?${march}`)
  const table = page.getByRole('region', { name: 'Recent incidents' }).last()
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(table.getByRole('row').last()).toContainText(/Otto Rot #\d+0.82 · Critical.*FallAnxiousNeeded/)
  await table.getByRole('button', { name: /Mar 11, 2025/ }).click()
  await expect(page).toHaveURL(new RegExp(`incident=${incidentId}`))
  await page.goto(`/safety-incidents?incident=${incidentId}`)
  const panel = page.getByRole('dialog', { name: 'Safety incident' })
  await expect(panel).toContainText('0.82 · Critical')
  await expect(panel.getByRole('link', { name: 'Open conversation' })).toHaveAttribute(
    'href',
    /^\/conversations\?session=.*&message=/,
  )
})

test('invalid dates are not requested, and future dates are marked as such', async ({ page, person }) => {
  await signIn(page, await person('analyst'), '/usage-metrics?from=2025-02-31&to=2025-03-02')
  await expect(page.getByRole('button', { name: 'Last 30 days' })).toHaveAttribute('aria-pressed', 'true')
  await expect(card(page, 'Active users')).toBeVisible()
  await page.goto('/usage-metrics?from=2199-01-01&to=2199-01-03')
  await expect(page.getByText('This period hasn’t started yet')).toBeVisible()
  await expect(page.getByText('Today so far')).toBeHidden()
  await expect(page.getByText('No data for this period.')).toBeVisible()
})

test('a period without data shows an empty state', async ({ page, person }) => {
  const empty = 'from=2019-01-01&to=2019-01-03'
  const analyst = await person('analyst')
  await signIn(page, analyst, `/safety-incidents?${empty}`)
  await expect(page.getByRole('heading', { name: 'No safety incidents found' })).toBeVisible()
  await page.goto(`/conversation-analytics?${empty}`)
  await expect(card(page, 'Average sentiment')).toContainText('–')
  await expect(page.getByText('No conversations in this period').first()).toBeVisible()
})

test('a chart can be downloaded as a file', async ({ page, person }) => {
  await signIn(page, await person('analyst'), `/safety-incidents?${march}`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Incident timeline as CSV' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv.replace('\uFEFF', '')).toBe(
    'Day,Incidents,Average risk\r\n2025-03-10,0,\r\n2025-03-11,1,0.82\r\n2025-03-12,1,0.45\r\n',
  )
})

test('series of two units have a plot each, and a running day is hatched', async ({ page, person }) => {
  const analyst = await person('analyst')
  await signIn(page, analyst, `/safety-incidents?${march}`)
  const chart = page.getByRole('slider', { name: 'Incident timeline, point by point' })
  await chart.focus()
  await expect(chart.locator('svg[viewBox]')).toHaveCount(2)
  await expect(chart.locator('pattern')).toHaveCount(0)
  await page.keyboard.press('End')
  await expect(chart).toHaveAttribute('aria-valuetext', 'Mar 12, 2025, Incidents 1, Average risk 0.45')
  await page.goto('/safety-incidents')
  await chart.focus()
  await expect(chart.locator('svg[viewBox]').first().locator('pattern')).toHaveCount(1)
  await expect(chart).toHaveAttribute('aria-valuetext', /\(In progress\), Incidents/)
})

test('incidents are marked on the sentiment of the conversations', async ({ page, person }) => {
  await signIn(page, await person('analyst'), `/conversation-analytics?${march}`)
  await page.getByRole('heading', { name: 'Sentiment', exact: true }).scrollIntoViewIfNeeded()
  const chart = page.getByRole('slider', { name: 'Sentiment, point by point' })
  await chart.focus()
  await page.keyboard.press('Home')
  await expect(chart).not.toHaveAttribute('aria-valuetext', /incident/)
  await page.keyboard.press('ArrowRight')
  await expect(chart).toHaveAttribute('aria-valuetext', /^Mar 11, 2025, .*, 1 safety incident$/)
})

const charted = ['/', '/revenue-analytics', ...screens.map(([path]) => path)]

// One frame holds them all: without DEEP the charts of every other screen speak for the rest.
for (const path of charted.filter((_, index) => process.env.DEEP || index % 2 === 0)) {
  test(`every chart of ${path} exports a file whose rows are those of its table`, async ({
    page,
    person,
  }) => {
    test.slow()
    await signIn(page, await person('admin'), `${path}?from=2025-03-10&to=2025-03-12`)
    await settled(page)
    await wholePage(page)
    const exports = page.getByRole('button', { name: / as CSV$/ })
    expect(await exports.count()).toBeGreaterThan(0)
    for (const button of await exports.all()) {
      const name = (await button.getAttribute('aria-label')) ?? ''
      const saved = page.waitForEvent('download')
      await button.click()
      const csv = await readFile(await (await saved).path(), 'utf8')
      const title = name.replace(/ as CSV$/, '')
      await page.getByRole('button', { name: `${title} as a table`, exact: true }).click()
      const rows = page.getByRole('region', { name: title, exact: true }).last().getByRole('row')
      expect(csv.trimEnd().split('\r\n'), title).toHaveLength(await rows.count())
    }
  })
}

test('a dark dashboard prints on a light page, without interactive controls', async ({ page, person }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await signIn(page, await person('analyst'), `/conversation-analytics?${march}`)
  await settled(page)
  const navigation = page.locator('aside').first()
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await expect(navigation).toBeVisible()
  expect(await background()).toBe('rgb(12, 14, 18)')
  await page.emulateMedia({ media: 'print' })
  await expect(navigation).toBeHidden()
  await expect(page.getByRole('button', { name: 'Last 7 days' })).toBeHidden()
  await expect(card(page, 'Total conversations')).toBeVisible()
  expect(await background()).toBe('rgb(247, 248, 250)')
})

test('figures are opened, compared and closed by keyboard alone', { tag: '@journey' }, async ({
  page,
  person,
}) => {
  await signIn(page, await person('analyst'), `/usage-metrics?${march}`)
  await settled(page)
  const opener = card(page, 'Active users').getByRole('button')
  await opener.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Active users' })
  await expect(panel.locator('[data-recomputed]')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(opener).toBeFocused()
  await page.getByRole('button', { name: 'Compare' }).focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/compare=previous/)
})
