import { readdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { languages } from '#contract/kit/language.ts'
import type { Role } from '#contract/kit/permissions.ts'
import {
  axe,
  choose,
  chosen,
  expect,
  type Person,
  settled,
  signIn,
  test,
  visit,
} from '#tests/fixtures/console.ts'
import { settle } from '#tests/fixtures/household.ts'
import { described, ofCustomers, open, overview, lists as resources } from '#tests/fixtures/routes.ts'
import { layoutFaults } from './languages/layout-faults.ts'
import { keys, longestTexts, protectedTexts, pseudoLocales } from './languages/locale-texts.ts'
import { answersTo, shown, unmarked, without } from './languages/page-texts.ts'
import { screenOfSubscription, screensOfRecords } from './languages/record-screens.ts'

const deep = process.env.DEEP === '1'

const pathsOf = (routes: readonly (readonly [path: string, ...unknown[]])[]) => routes.map(([path]) => path)
const dealt = (paths: readonly string[], groups: number) =>
  Array.from({ length: groups }, (_, group) => paths.filter((_, index) => index % groups === group))

interface Group {
  name: string
  role: Role | null
  paths: readonly string[]
  /** Whether each path is a list. Forms and the first record are looked at too: of each with DEEP, else of the first. */
  lists?: boolean
  /** Makes records to look at. @returns their screens */
  within?: (somebody: Person) => Promise<string[]>
}

const staff = [...pathsOf(described), ...pathsOf([overview]), '/users/admins/create', '/no/such/screen']
const groups: readonly Group[] = [
  { name: 'public screens', role: null, paths: pathsOf(open) },
  ...dealt(staff, 3).map(
    (paths, part): Group => ({ name: `screens of staff, part ${part + 1}`, role: 'super_admin', paths }),
  ),
  {
    name: 'screens of customers',
    role: 'organization_admin',
    paths: pathsOf(ofCustomers),
    within: screensOfRecords,
  },
  { name: 'subscription of a customer', role: 'super_admin', paths: [], within: screenOfSubscription },
  // One kit makes them all: without DEEP every other one speaks for the rest.
  ...dealt(deep ? resources : resources.filter((_, index) => index % 2 === 0), deep ? 4 : 2).map(
    (paths, part): Group => ({
      name: `lists and records, part ${part + 1}`,
      role: 'organization_admin',
      paths,
      lists: true,
    }),
  ),
]

/** What is looked at without DEEP besides the mirrored pseudo-locale: the screens of an emergency, and usual ones. */
const handful: Group = {
  name: 'screens that matter most',
  role: 'super_admin',
  paths: [
    '/emergency',
    '/emergency/queue',
    '/analytics',
    '/users/admins',
    '/users/admins/create',
    '/settings',
  ],
}

/** The forms and the first record of a list, as links lead to them. */
async function pathsWithin(page: Page, path: string): Promise<string[]> {
  const hrefs = await page
    .locator(`a[href^="${path}/"]`)
    .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
  const create = hrefs.filter(href => href === `${path}/create`).slice(0, 1)
  const [record] = hrefs.filter(href => /[0-9a-f]{12}$/.test(href))
  const further = deep
    ? [`${record}/edit`, `${record}?tab=history`, `${path}?_edit=${record?.split('/').at(-1)}`]
    : []
  return [...create, ...(record ? [record, ...further] : [])]
}

const isRtl = (language: string) => language.startsWith('ar')

/** Everything that may be wrong with a page that stands. */
async function faultsOf(
  page: Page,
  language: string,
  answers: ReturnType<typeof answersTo>,
): Promise<string[]> {
  const faults = await layoutFaults(page, protectedTexts(language))
  faults.push(...(await shown(page)).filter(text => keys.has(text)).map(text => `the key ${text} is shown`))
  if (!pseudoLocales.some(pseudo => pseudo === language)) return faults
  const known = await answers.strings()
  for (const { text, at } of await unmarked(page)) {
    // The picker shows a pseudo-locale by its code, because it has no name.
    if (text === language) continue
    // What Intl writes comes out in Arabic letters where the language is Arabic: Latin ones were written by hand.
    const byHand = language === 'ar-XB' && /\p{Script=Latin}/u.test(without(text, known))
    if (byHand) faults.push(`“${text}” is not from locales, at ${at}`)
  }
  return faults
}

function look(
  { name, role, paths, lists = false, within }: Group,
  language: string,
  widths: readonly number[],
) {
  test(`the ${name} work in ${language} at ${widths.join(' and ')}`, async ({ page, person }) => {
    test.setTimeout(600_000)
    const answers = answersTo(page)
    const waiting = [...paths]
    if (role) {
      const somebody = await person(role)
      if (lists) await settle(somebody)
      if (within) waiting.push(...(await within(somebody)))
      await signIn(page, somebody, `/settings?lang=${language}`)
    } else await page.goto(`/login?lang=${language}`)
    for (let path = waiting.shift(); path; path = waiting.shift()) {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        if (width === widths[0]) await (role ? visit(page, path) : page.goto(path))
        await settled(page)
        if (lists && width === widths[0] && (deep ? paths : paths.slice(0, 1)).includes(path))
          waiting.push(...(await pathsWithin(page, path)))
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await expect(page.locator('html')).toHaveAttribute('dir', isRtl(language) ? 'rtl' : 'ltr')
        expect.soft(await faultsOf(page, language, answers), `${path} at ${width}`).toEqual([])
      }
      if (language === 'ar') await axe(page)
    }
  })
}

if (deep)
  for (const language of [...languages, ...pseudoLocales])
    for (const group of groups) look(group, language, [1440, 390])
else {
  for (const group of groups) look(group, 'ar-XB', [1440])
  for (const language of ['en-XA', 'de'])
    look({ ...handful, paths: handful.paths.slice(0, 3) }, language, [390])
  look(handful, 'ar', [390])
}

test('a protected text of maximum width is fully visible on the smallest screen', async ({
  page,
  person,
}) => {
  const { texts, guarded } = longestTexts()
  await page.route('**/api/translations/published/en', route =>
    route.fulfill({ json: { texts: { emergency: texts } } }),
  )
  const clerk = await person('organization_admin')
  const emergencies = (await screensOfRecords(clerk)).filter(path => path.startsWith('/emergency'))
  await page.setViewportSize({ width: 390, height: 900 })
  await signIn(page, clerk, '/emergency')
  for (const path of emergencies) {
    await page.goto(path)
    await settled(page)
    await expect(page.getByText('Benachrichtigung').first()).toBeVisible()
    expect.soft(await layoutFaults(page, guarded), path).toEqual([])
  }
})

test('in Japanese no English texts are loaded', async ({ page, person }) => {
  const built = readdirSync(new URL('../../dist/console/assets/', import.meta.url))
  const filesOf = (language: string) =>
    built.filter(file => new RegExp(`-${language}-[\\w-]{7}\\.js$`).test(file)).map(file => `assets/${file}`)
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname.slice(1)))
  await signIn(page, await person('super_admin'), '/settings?lang=ja')
  for (const path of ['/analytics', '/devices', '/emergency']) {
    await page.goto(path)
    await settled(page)
  }
  const [japanese, english] = [filesOf('ja'), filesOf('en')]
  expect(asked.filter(file => japanese.includes(file)).length).toBeGreaterThan(3)
  expect(asked.filter(file => english.includes(file))).toEqual([])
})

test('language and time zone follow the person to every device', { tag: '@journey' }, async ({
  page,
  person,
  elsewhere,
}) => {
  const ana = await person('analyst')
  await signIn(page, ana, '/settings')
  await choose(page.getByRole('combobox', { name: 'Time zone' }), 'Asia/Tokyo')
  await expect(page.getByText('Settings saved')).toBeVisible()
  await choose(page.getByRole('combobox', { name: 'Language', exact: true }), 'العربية')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(chosen(page.getByRole('combobox', { name: 'المنطقة الزمنية' }))).toHaveText('Asia/Tokyo')

  const other = await elsewhere()
  await signIn(other, ana, '/settings')
  await expect(other.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(chosen(other.getByRole('combobox', { name: 'المنطقة الزمنية' }))).toHaveText('Asia/Tokyo')
})

/** Where the keyboard's focus is, in pixels; null on the page itself. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body || !element.closest('main')) return null
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return {
      left,
      right,
      top: top + scrollY,
      bottom: bottom + scrollY,
      html: element.outerHTML.slice(0, 120),
    }
  })

for (const path of ['/users/admins/create', '/users/admins'])
  test(`in Arabic, Tab follows the reading order of ${path}`, async ({ page, person }) => {
    await signIn(page, await person('super_admin'), `${path}?lang=ar`)
    await settled(page)
    await page.locator('main').focus()
    const stops: NonNullable<Awaited<ReturnType<typeof focused>>>[] = []
    for (let press = 0; press < 30; press++) {
      await page.keyboard.press('Tab')
      const stop = await focused(page)
      if (!stop) break
      stops.push(stop)
    }
    expect(stops.length).toBeGreaterThan(4)
    for (const [index, next] of stops.slice(1).entries()) {
      const last = stops[index] as typeof next
      const sameLine = Math.min(last.bottom, next.bottom) - Math.max(last.top, next.top) > 4
      if (sameLine) expect(next.right, `${next.html} after ${last.html}`).toBeLessThanOrEqual(last.right + 1)
      else expect(next.top, `${next.html} after ${last.html}`).toBeGreaterThanOrEqual(last.top - 4)
    }
  })
