import type { Page } from '@playwright/test'
import { axe, expect, signIn, test } from '#tests/fixtures/console.ts'

/** The calls of a preview to the server, without those of its session and of the texts. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', request => {
    if (!request.frame().url().includes('/preview')) return
    const { pathname } = new URL(request.url())
    const isOwn = /^\/api\/(auth\/(me|logout)|translations(\/|$)|health)/.test(pathname)
    if (/^\/(api|ai|metrics)/.test(pathname) && !isOwn) calls.push(`${request.method()} ${pathname}`)
  })
  page.on('websocket', socket => calls.push(socket.url()))
  return calls
}

const bar = (page: Page) => page.getByRole('complementary', { name: /^Preview/ })
const panel = (page: Page) => page.getByRole('complementary', { name: 'Translating on screen' })

/** Opens the list of screens, and returns the address of each. */
async function screenLinks(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Preview screens' }).click()
  const list = page.getByRole('dialog', { name: 'Preview screens' })
  await expect(list.getByRole('link', { name: 'Devices: List' })).toBeVisible()
  return list.getByRole('link').evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
}

test('a translator opens every screen with example data, and no call reaches real rows', async ({
  page,
  person,
  complaints,
}) => {
  test.slow()
  // Settings guard unsaved changes, and the walk below goes past the router.
  complaints.expect(/use a blocker on a POP navigation/)
  const calls = callsOf(page)
  await signIn(page, await person('translator'), '/translations')
  const links = await screenLinks(page)
  expect(links.length).toBeGreaterThan(80)
  const broken: string[] = []
  page.on('pageerror', error => broken.push(`${page.url()}: ${error.message}`))
  const failure = page.getByText(/Something went wrong|No access|Not found|Couldn’t load|Failed to/)
  const look = async (link: string) => {
    await expect(page.locator('h1:not([data-left])').first()).toBeVisible()
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    const isSound = (await failure.count()) === 0 && (await bar(page).count()) === 1
    if (!isSound) broken.push(`${link}: ${await failure.allInnerTexts()}`)
  }
  await page.goto('/preview/analytics')
  await expect(bar(page)).toBeVisible()
  // A form's own guard looks after leaving it, so that each has a page load; all of them only in the deep run.
  const isForm = (link: string) => /create|edit/.test(link)
  const forms = links.filter(isForm)
  for (const link of links.filter(link => !isForm(link))) {
    // As the router's links do, because a page load for each would take minutes.
    await page.evaluate(link => {
      for (const title of document.querySelectorAll('h1')) title.dataset.left = 'true'
      history.pushState(null, '', link)
      dispatchEvent(new PopStateEvent('popstate'))
    }, link)
    await look(link)
  }
  for (const [index, link] of forms.entries())
    if (process.env.DEEP || index % 8 === 0) {
      await page.goto(link)
      await look(link)
    }
  expect(broken).toEqual([])
  expect(calls).toEqual([])
})

test('in a preview, texts are edited in place and nothing else is saved', async ({ page, person }) => {
  const calls = callsOf(page)
  await signIn(page, await person('translator'), '/translations?screens=1')
  const list = page.getByRole('dialog', { name: 'Preview screens' })
  await list.getByLabel('Find a screen').fill('devices')
  await expect(list.getByRole('link', { name: 'Devices: Create' })).toBeVisible()
  await axe(page)
  await list.getByRole('link', { name: 'Devices: List' }).press('Enter')
  await expect(page).toHaveURL('/preview/devices')
  await expect(bar(page)).toContainText('Example data.')
  await expect(page.locator('tr[data-index="0"]')).toBeVisible()
  await expect(panel(page)).toBeVisible()
  await axe(page)

  await page.getByRole('heading', { level: 1, name: 'Devices' }).click()
  const editor = page.getByRole('dialog', { name: 'Translate on screen' })
  await expect(editor.getByText('resources:devices.many')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(editor).toBeHidden()

  // By keyboard, the screen itself is operated: its links stay in the preview, and it saves nothing.
  await page.getByRole('link', { name: 'Register device' }).press('Enter')
  await expect(page).toHaveURL('/preview/devices/create')
  expect(calls).toEqual([])
  await bar(page).getByRole('button', { name: 'Leave preview' }).press('Enter')
  await expect(page).toHaveURL('/translations')
  await expect(bar(page)).toBeHidden()
  await expect(panel(page)).toBeHidden()
})

test('who does not translate is sent from a preview to the screen itself', async ({ page, person }) => {
  await signIn(page, await person('operator'), '/preview/devices')
  await expect(page).toHaveURL('/devices')
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible()
  await expect(bar(page)).toBeHidden()
})

test('without a session, a preview leads to the sign-in', async ({ page }) => {
  await page.goto('/preview/users/admins')
  await expect(page).toHaveURL(/^[^?]*\/login\?to=%2Ftranslations/)
})
