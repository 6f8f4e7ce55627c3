/**
 * `npm run screenshots`: starts an installation with demo data and captures every screen in both themes and two widths to
 * `docs/screenshots/<screen>-<width>-<theme>.webp`. With names (`npm run screenshots -- webhooks`), only these screens.
 *
 * The demo data use a fixed seed and the pages' clock is frozen at their creation, so that runs differ only in dates.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { notifications } from '#contract/alerts/notifications.ts'
import { onCallSchedules } from '#contract/alerts/on-call.ts'
import { devices } from '#contract/devices/devices.ts'
import { auth } from '#contract/identity/auth.ts'
import { elderly } from '#contract/people/elderly.ts'
import { organizations } from '#contract/people/organizations.ts'
import { tokenKey } from '#kit/token.ts'
import { start } from '#server/start.ts'
import { client, login } from '#tests/fixtures/http.ts'
import { chromiumPath } from './chromium.mjs'
import {
  admin,
  changeHubs,
  editTogether,
  letterLink,
  scheduleReports,
  watchFigure,
} from './screenshots/scenes.ts'

const folder = fileURLToPath(new URL('../docs/screenshots/', import.meta.url))
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const themes = ['dark', 'light'] as const

/** A screen to capture: path, viewer, and steps to run first. */
interface Shot {
  name: string
  path: string
  token?: string
  before?: (page: Page) => Promise<unknown>
  /** Open panels do not move while the clock is frozen. */
  isWideOnly?: boolean
}

async function shotsOf(origin: string, dataDir: string): Promise<Shot[]> {
  const token = await login(origin, admin.username, admin.password)
  const newcomer = { username: 'noor', email: 'noor@example.org', password: admin.password }
  const { access_token: fresh } = await client(origin).call(auth.register, { body: newcomer })
  const staff = client(origin, token)
  const newest = { status: 'online', _sort: 'last_seen_at,name', _order: 'desc,asc', _end: 1 }
  const { devices: newestDevices } = await staff.call(devices.list, { query: newest })
  const device = `/devices/${newestDevices[0]?.id}`
  const { elderly: known } = await staff.call(elderly.list, { query: { q: 'elsa.elderly', _end: 1 } })
  const { organizations: homes } = await staff.call(organizations.list, { query: { _sort: 'name', _end: 1 } })
  const organization = `/users/organizations/${homes[0]?.id}`
  const { schedules } = await staff.call(onCallSchedules.list, { query: { _sort: 'name', _end: 1 } })
  const lastWeek = new Date(Date.now() - 7 * 86_400_000).toISOString()
  await changeHubs(staff)
  await scheduleReports(staff)
  const rule = await watchFigure(staff)
  await staff.call(notifications.test, {})
  await client(origin).call(auth.forgotPassword, { body: { email: admin.email } })
  const reset = new URL(await letterLink(dataDir))

  const seen = (name: string, path: string): Shot => ({ name, path, token })
  return [
    { name: 'login', path: '/login' },
    { name: 'register', path: '/register' },
    { name: 'forgot-password', path: '/forgot-password' },
    {
      name: 'check-your-email',
      path: '/forgot-password',
      before: async page => {
        await page.getByLabel('Email').fill('someone@example.org')
        await page.getByRole('button', { name: 'Send reset link' }).click()
        await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
      },
    },
    { name: 'reset-password', path: reset.pathname + reset.search },
    { name: 'reset-link-invalid', path: '/reset-password' },
    { name: 'verification-link-invalid', path: '/verify-email' },
    { name: 'terms-of-service', path: '/terms-of-service' },
    { name: 'privacy-policy', path: '/privacy-policy' },
    seen('overview', '/analytics'),
    seen('global-dashboard', '/'),
    seen('global-dashboard-compared', '/?range=90d&compare=previous'),
    seen('figure', '/?figure=monthly_churn_rate'),
    seen('dashboard-settings', '/settings'),
    seen('revenue-analytics', '/revenue-analytics'),
    {
      ...seen('revenue-definitions', '/revenue-analytics?definition=stripe&figure=mrr,than:voicedeck'),
      before: async page => {
        await page.getByRole('dialog').getByRole('listitem').first().waitFor()
      },
      isWideOnly: true,
    },
    seen('revenue-known', `/revenue-analytics?${new URLSearchParams({ known: lastWeek })}`),
    seen('revenue-cohorts', '/revenue-cohorts'),
    seen('operations', '/operations'),
    seen('conversation-analytics', '/conversation-analytics'),
    seen('usage-metrics', '/usage-metrics'),
    seen('safety-incidents', '/safety-incidents'),
    { name: 'overview-new', path: '/analytics', token: fresh },
    seen('devices', '/devices'),
    seen('devices-filtered', '/devices?battery_lte=20&_sort=battery'),
    {
      ...seen('devices-grouped', '/devices?_group=kind'),
      before: async page => {
        await page.getByRole('treegrid').getByRole('row', { name: /^Hub/ }).first().click()
        await page.getByRole('treegrid').locator('tr[aria-level="2"]').first().waitFor()
      },
    },
    {
      ...seen('devices-cell', '/devices?_sort=name'),
      isWideOnly: true,
      before: async page => {
        await page.getByRole('button', { name: 'Dismiss' }).first().click()
        await page.locator('tr[data-index="2"]').focus()
        await page.keyboard.press('F2')
        await page.locator('[data-editor="name"] input').fill('')
        await page.keyboard.press('Enter')
        await page.locator('[data-editor="name"] [role="alert"]').waitFor()
      },
    },
    seen('devices-no-match', '/devices?q=no+such+device'),
    { name: 'devices-empty', path: '/devices', token: fresh },
    {
      ...seen('filter-by-sentence', '/devices'),
      isWideOnly: true,
      before: async page => {
        await page.getByRole('button', { name: 'Filter by sentence' }).click()
        await page.getByLabel('Describe the records').fill('silent purple pendants since Friday')
        await page.getByText('“purple” isn’t').waitFor()
      },
    },
    {
      ...seen('devices-undo', '/activity-logs?action=bulk_update'),
      isWideOnly: true,
      before: async page => {
        await page
          .getByRole('row', { name: /Bulk change/ })
          .getByRole('button')
          .first()
          .click()
        await page.getByRole('button', { name: 'Undo…' }).click()
        await page.getByText('left alone').first().waitFor()
      },
    },
    seen('devices-past', `/devices?${new URLSearchParams({ as_of: lastWeek })}`),
    seen('device', device),
    seen('device-edit', `${device}/edit`),
    seen('device-create', '/devices/create'),
    ...['elderly', 'caregivers', 'family', 'organizations', 'admins'].map(name =>
      seen(name, `/users/${name}`),
    ),
    ...['assignments', 'invites', 'contacts', 'translation-sessions', 'api-keys', 'activity-logs'].map(name =>
      seen(name, `/${name}`),
    ),
    seen('conversations', '/sessions/active'),
    seen('session-history', '/conversations'),
    seen('care', '/care'),
    seen('care-person', `/care/${known[0]?.id}`),
    seen('family-view', `/family?person=${known[0]?.id}`),
    seen('emergency', '/emergency'),
    seen('alert-queue', '/emergency/queue'),
    seen('ladders', '/ladders'),
    seen('on-call', `/on-call/${schedules[0]?.id}`),
    seen('device-events', '/devices/events'),
    seen('voices', '/language-config'),
    seen('system-status', '/system-status'),
    seen('translations', '/translations'),
    seen('preview-screens', '/translations?screens=1'),
    seen('preview', '/preview/users/elderly'),
    seen('translation-editor', '/translations?language=es&namespace=operations&text=es:operations:lead'),
    {
      ...seen('quality-checks', '/translations?language=fr&text=fr:auth:verify.expired'),
      before: async page => {
        await page.getByLabel('Translation', { exact: true }).fill('Ce  lien est expiré.')
        await page.getByRole('list', { name: 'Findings' }).waitFor()
      },
    },
    seen('glossary', '/glossary'),
    seen('coverage', '/devices/coverage'),
    seen('reports', '/reports'),
    seen('figure-rule', `/figure-rules/${rule}`),
    {
      ...seen('notifications', '/analytics'),
      before: async page => {
        await page.getByRole('button', { name: /otifications/ }).click()
        await page
          .getByRole('dialog', { name: 'Notifications' })
          .locator('[data-notification]')
          .first()
          .waitFor()
      },
    },
    seen('webhooks', '/webhook-endpoints'),
    seen('webhook-deliveries', '/webhook-deliveries'),
    seen('single-sign-on', `${organization}/single-sign-on`),
    seen('organization', organization),
    seen('guided-setup', `${organization}/setup?step=people`),
    seen('access-review', '/access-review'),
    seen('provisioned-groups', '/users/provisioned-groups'),
    seen('turn-reviews', '/turn-reviews'),
    seen('subscriptions', '/subscription-management'),
    { name: 'subscription', path: '/subscription', token: fresh },
    seen('two-factor', '/security/2fa'),
    seen('rate-limits', '/rate-limit-monitoring'),
    { name: 'no-access', path: '/rate-limit-monitoring', token: fresh },
    seen('not-found', '/no/such/screen'),
    {
      ...seen('working-together', `${device}/edit`),
      before: page => editTogether(page, origin, String(newestDevices[0]?.id)),
    },
  ]
}

/** Encodes a PNG as WebP in the browser, a third of the size. */
async function asWebp(encoder: Page, png: Buffer): Promise<Buffer> {
  const encoded = await encoder.evaluate(async png => {
    const bytes = Uint8Array.from(atob(png), character => character.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(image.width, image.height)
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 })
    return (new Uint8Array(await blob.arrayBuffer()) as Uint8Array & { toBase64(): string }).toBase64()
  }, png.toString('base64'))
  return Buffer.from(encoded, 'base64')
}

/** A browser context with a frozen clock. */
async function viewer(browser: Browser, origin: string, now: Date, token?: string): Promise<BrowserContext> {
  const localStorage = token ? [{ name: tokenKey, value: token }] : []
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  })
  await context.clock.setFixedTime(now)
  // Headless browsers deny notifications by default.
  await context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' })
  })
  return context
}

/** Captures a page once two pictures in a row are alike: charts are drawn some time after their axes. */
async function steadyPicture(page: Page): Promise<Buffer> {
  const capture = () => page.screenshot({ animations: 'disabled', caret: 'hide' })
  let picture = await capture()
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await pause(250)
    const before = picture
    picture = await capture()
    if (picture.equals(before)) break
  }
  return picture
}

/** Captures a screen in each size and theme. */
async function take(
  { name, path, before, isWideOnly }: Shot,
  context: BrowserContext,
  encoder: Page,
): Promise<void> {
  const page = await context.newPage()
  await page.goto(path)
  await before?.(page)
  for (const size of isWideOnly ? sizes.slice(0, 1) : sizes) {
    await page.setViewportSize(size)
    for (const theme of themes) {
      await page.evaluate(newValue => {
        dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue }))
      }, theme)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.locator('[aria-busy="true"], [class*="awaited"]').first().waitFor({ state: 'hidden' })
      // Charts load when they come into view.
      await page.waitForFunction(() =>
        [...document.querySelectorAll('[data-awaited]')].every(
          element => element.getBoundingClientRect().top > innerHeight,
        ),
      )
      await page.evaluate(() => document.fonts.ready.then(() => {}))
      const picture = await asWebp(encoder, await steadyPicture(page))
      await writeFile(join(folder, `${name}-${size.width}-${theme}.webp`), picture)
    }
  }
  await page.close()
}

const dataDir = await mkdtemp(join(tmpdir(), 'voicedeck-screenshots-'))
const server = await start({
  ...process.env,
  PORT: process.env.PORT ?? '0',
  DATA_DIR: dataDir,
  DEMO: '1',
  RATE_LIMIT_FACTOR: '0',
  LOG_LEVEL: 'warn',
  ADMIN_USERNAME: admin.username,
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
})
const executablePath = chromiumPath()
const browser = await chromium.launch(executablePath ? { executablePath } : {})
try {
  const now = new Date()
  const wanted = process.argv.slice(2)
  if (wanted.length === 0) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const encoder = await browser.newPage()
  const viewers = new Map<string | undefined, BrowserContext>()
  for (const shot of await shotsOf(server.url, dataDir)) {
    if (wanted.length > 0 && !wanted.includes(shot.name)) continue
    const context = viewers.get(shot.token) ?? (await viewer(browser, server.url, now, shot.token))
    viewers.set(shot.token, context)
    await take(shot, context, encoder)
    process.stdout.write(`${shot.name}\n`)
  }
} finally {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
