import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Role } from '#contract/kit/permissions.ts'
import { axe, expect, hasTitle, settled, signIn, test, visit } from '#tests/fixtures/console.ts'
import { settle } from '#tests/fixtures/household.ts'
import { described, ofCustomers, open, overview, type Route } from '#tests/fixtures/routes.ts'
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

/**
 * What axe finds, wide or narrow, in either theme; and no sideways scrolling there nor at 200 % zoom of a laptop.
 * @param go opens the screen; other tests load nearly every one by its address
 */
async function stands(page: Page, path: string, go: () => Promise<void> = () => visit(page, path)) {
  await test.step(path, async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await go()
    for (const width of [1440, 720, 390]) {
      await fits(page, width)
      for (const { theme } of looksOf(path).filter(look => look.width === width)) {
        await paint(page, theme)
        await axe(page)
      }
    }
  })
}

/** The name of a text, shown in place of the text. */
const isKey = (text: string) => /^[\w-]+(\.[\w-]+)+$/.test(text)

/** Of the menu's entries the one of this title is marked, and the texts of all of them are there. */
async function isMarked(page: Page, title: string | RegExp) {
  const menu = page.getByRole('navigation', { name: 'Main navigation' })
  const marked = menu.locator('a[aria-current]')
  await expect(marked).toHaveText(title)
  await expect(marked).toBeVisible()
  expect((await menu.getByRole('link', { includeHidden: true }).allTextContents()).filter(isKey)).toEqual([])
}

/** Dealt out to so many groups of about the same size, each a test of its own, so that they run side by side. */
const dealt = <T>(all: readonly T[], groups: number) =>
  Array.from({ length: groups }, (_, group) => all.filter((_, index) => index % groups === group))

for (const [group, routes] of dealt(described, 4).entries())
  test(`the described screens, group ${group + 1} of 4, have their titles and menu entries, work at every width and in every theme, and axe finds nothing`, async ({
    page,
    person,
  }) => {
    test.slow()
    await signIn(page, await person('super_admin'), '/settings')
    for (const [path, title] of routes)
      await stands(page, path, async () => {
        await (deep ? page.goto(path) : visit(page, path))
        await hasTitle(page, title)
        await isMarked(page, title)
      })
  })

const groups: readonly (readonly [
  name: string,
  role: Role | null,
  routes: readonly Route[],
  more: string[],
])[] = [
  ['public screens', null, open, []],
  [
    'overview, the way out and forms of staff',
    'super_admin',
    [['/no/such/screen', 'Page not found']],
    [overview[0], '/users/admins/create', '/users/organizations/create'],
  ],
  ['screens of customers', 'organization_admin', ofCustomers, ['/devices', '/']],
]

for (const [name, role, routes, more] of groups) {
  const tag = name === 'screens of customers' ? ['@journey'] : []
  test(`the ${name} work at every width and in every theme, and axe finds nothing`, { tag }, async ({
    page,
    person,
  }) => {
    test.slow()
    if (role) await signIn(page, await person(role), '/settings')
    for (const [path, title] of routes)
      await stands(page, path, async () => {
        await page.goto(path)
        await hasTitle(page, title)
      })
    for (const path of more) await stands(page, path)
  })
}

const folder = new URL('../../resources', import.meta.url).pathname
const resources = readdirSync(folder)
  // One kit makes them all: without DEEP every other one speaks for the rest, and every other record of those is
  // changed. languages.spec.ts looks at the others.
  .filter((_, index) => deep || index % 2 === 1)
  .map((file, index) => {
    const { path } = headIn(readFileSync(join(folder, file), 'utf8'), file)
    return { path: String(path), changed: deep || index % 2 === 0 }
  })

for (const [group, some] of dealt(resources, 4).entries()) {
  test(`the lists, records and forms, group ${group + 1} of 4, work at every width and in every theme, and axe finds nothing`, async ({
    page,
    person,
  }) => {
    test.slow()
    const clerk = await person('organization_admin')
    await settle(clerk)
    await signIn(page, clerk, '/settings')
    const look = (path: string) => stands(page, path)
    const links = (href: string) => page.locator(`a[href="${href}"]`).count()
    for (const { path, changed } of some) {
      await look(path)
      const [record] = await page
        .locator(`tbody a[href^="${path}/"]`)
        .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
      if (await links(`${path}/create`)) await look(`${path}/create`)
      if (!record) continue
      await look(record)
      if (!changed) continue
      const withHistory = await page.getByRole('button', { name: 'History' }).count()
      for (const form of [`${record}/edit`, `${record}?_edit=${record.split('/').at(-1)}`]) {
        if (await links(form)) await look(form)
      }
      if (withHistory) await look(`${record}?tab=history`)
    }
  })
}
