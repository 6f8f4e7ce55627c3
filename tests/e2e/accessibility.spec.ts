import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Role } from '#contract/permissions.ts'
import { axe, expect, settled, signIn, test } from '#tests/fixtures/console.ts'
import { settle } from '#tests/fixtures/household.ts'
import { described, ofCustomers, open, overview } from '#tests/fixtures/routes.ts'
import { headIn } from '../../vite/resource-registry.ts'

/** Nothing on the page is wider than the window, so that it scrolls one way only. */
async function fits(page: Page, width: number) {
  await page.setViewportSize({ width, height: 900 })
  await settled(page)
  const wide = await page.evaluate(() => ({
    page: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }))
  expect(wide.page, `at ${width} pixels`).toBeLessThanOrEqual(wide.window)
}

/** As a toggle in another tab does it: at once, without a reload. */
const paint = (page: Page, theme: 'dark' | 'light') =>
  page.evaluate(newValue => {
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue }))
  }, theme)

const deep = process.env.DEEP === '1'

const looks = [
  { width: 1440, theme: 'dark' },
  { width: 390, theme: 'light' },
  { width: 1440, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const

/** Every look in the deep tests; else one, dealt to the screens by their paths, so that each meets some of them. */
const looksOf = (path: string) =>
  deep
    ? looks
    : looks.filter((_, at) => at === [...path].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 4)

/** What axe finds, wide or narrow, in either theme; and no sideways scrolling there nor at 200 % zoom of a laptop. */
async function stands(page: Page, path: string) {
  await test.step(path, async () => {
    await page.goto(path)
    for (const { width, theme } of looksOf(path)) {
      await fits(page, width)
      await paint(page, theme)
      await axe(page)
    }
    for (const width of [1440, 720, 390]) await fits(page, width)
  })
}

const alias = '/language-configuration'
const pathsOf = (routes: readonly (readonly [path: string, ...unknown[]])[]) =>
  routes.map(([path]) => path).filter(path => path !== alias)

/** Dealt out to so many groups of about the same size. */
const dealt = (paths: readonly string[], groups: number) =>
  Array.from({ length: groups }, (_, group) => paths.filter((_, index) => index % groups === group))

/** Each a test of its own, so that they run side by side. */
const groups: readonly (readonly [name: string, role: Role | null, paths: readonly string[]])[] = [
  ['public screens', null, pathsOf(open)],
  ...dealt(pathsOf(described), 4).map(
    (paths, group) => [`described screens, group ${group + 1} of 4,`, 'super_admin', paths] as const,
  ),
  [
    'overview, the way out and forms of staff',
    'super_admin',
    [...pathsOf([overview]), '/no/such/screen', '/users/admins/create', '/users/organizations/create'],
  ],
  ['screens of customers', 'organization_admin', [...pathsOf(ofCustomers), '/devices', '/']],
]

for (const [name, role, paths] of groups) {
  test(`the ${name} stand every width and theme, and axe finds nothing`, async ({ page, person }) => {
    test.slow()
    if (role) await signIn(page, await person(role))
    for (const path of paths) await stands(page, path)
  })
}

const folder = new URL('../../resources', import.meta.url).pathname
const resources = readdirSync(folder).map(file => {
  const { name, path } = headIn(readFileSync(join(folder, file), 'utf8'), file)
  return { name, path: String(path) }
})

for (const { name, path } of resources) {
  test(`the list, record and forms of ${name} stand every width and theme, and axe finds nothing`, async ({
    page,
    person,
  }) => {
    test.slow()
    const clerk = await person('organization_admin')
    await settle(clerk)
    await signIn(page, clerk)
    const look = (path: string) => stands(page, path)
    const links = (href: string) => page.locator(`a[href="${href}"]`).count()
    await look(path)
    const [record] = await page
      .locator(`tbody a[href^="${path}/"]`)
      .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
    if (await links(`${path}/create`)) await look(`${path}/create`)
    if (!record) return
    await look(record)
    const withHistory = await page.getByRole('button', { name: 'History' }).count()
    for (const form of [`${record}/edit`, `${record}?_edit=${record.split('/').at(-1)}`]) {
      if (await links(form)) await look(form)
    }
    if (withHistory) await look(`${record}?tab=history`)
  })
}
