import type { Route } from '@playwright/test'
import { auth } from '#contract/identity/auth.ts'
import { tokenKey } from '#kit/token.ts'
import { device, expect, logIn, settled, signIn, test, unique } from '#tests/fixtures/console.ts'

const refused = 'Incorrect username or password'

test('a wrong password and an unknown user get the same response', { tag: '@journey' }, async ({
  page,
  person,
  complaints,
}) => {
  complaints.expect(/status of 401/)
  const { username } = await person('operator')
  await page.goto('/login')
  await logIn(page, username, 'a wrong password')
  await expect(page.getByRole('alert')).toHaveText(refused)
  await logIn(page, unique('nobody'), 'a wrong password')
  await expect(page.getByRole('alert')).toHaveText(refused)
  await expect(page).toHaveURL('/login')
})

test('the username or the e-mail address signs in, in any case', async ({ page, person }) => {
  const { email, username } = await person('operator')
  for (const name of [email.toUpperCase(), username.toUpperCase()]) {
    await page.goto('/login')
    await logIn(page, name)
    await expect(page).toHaveURL('/analytics')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/login')
  }
})

test('a protected screen asks for sign-in and then opens as requested', async ({ page, person }) => {
  const { username } = await person('operator')
  await page.goto('/devices?kind=hub&_sort=-name')
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, username)
  await expect(page).toHaveURL('/devices?kind=hub&_sort=-name')
})

test('a session that ends during work shows the reason, and signing in leads back', {
  tag: '@journey',
}, async ({ page, person, complaints }) => {
  complaints.expect(/status of 401/)
  const clerk = await person('organization_admin')
  await device(clerk, clerk.organizationId, { name: 'Hall pendant' })
  await signIn(page, clerk, '/devices?kind=pendant')
  await expect(page.getByRole('link', { name: 'Hall pendant' })).toBeVisible()
  // It ends once the list is being read again: before that, what follows changes might notice first and leave the screen.
  const end = async (route: Route) => {
    await clerk.call(auth.logout)
    await route.continue()
  }
  await page.route('/api/devices?**', end, { times: 1 })
  // Not awaited: if live updates read the list first, the button leaves with the screen.
  const refresh = page.getByRole('button', { name: 'Refresh' }).click()
  void refresh.catch(() => {})
  await expect(page.getByText('Your session has expired. Sign in again.')).toBeVisible()
  expect(await page.evaluate(key => localStorage.getItem(key), tokenKey)).toBeNull()
  await logIn(page, clerk.username)
  await expect(page).toHaveURL('/devices?kind=pendant')
  await expect(page.getByRole('link', { name: 'Hall pendant' })).toBeVisible()
})

test('many refused calls at once show one message', async ({ page, person, complaints }) => {
  complaints.expect(/status of 401/)
  const clerk = await person('organization_admin')
  const { id } = await device(clerk, clerk.organizationId)
  await signIn(page, clerk, `/devices/${id}?tab=history`)
  await settled(page)
  const logouts: string[] = []
  page.on('request', request => request.url().endsWith('/logout') && logouts.push(request.url()))
  await clerk.call(auth.logout)
  await page.reload()
  await expect(page).toHaveURL(/\/login\?/)
  await logIn(page, clerk.username)
  await expect(page).toHaveURL(`/devices/${id}?tab=history`)
  await settled(page)

  // Now they are refused while the screen is up: all of its calls go out together. Those that were not answered
  // yet may be called off with the first refusal.
  const answer = JSON.stringify({ type: 'about:blank', title: 'Unauthorized', status: 401, detail: 'Over' })
  const held: (() => Promise<void>)[] = []
  await page.route('/api/**', route => {
    held.push(() => route.fulfill({ status: 401, contentType: 'application/problem+json', body: answer }))
  })
  const menu = page.getByRole('navigation', { name: 'Main navigation' })
  await page.getByRole('button', { name: 'Refresh' }).first().click()
  await menu.getByRole('link', { name: 'Devices' }).click()
  await expect(() => expect(held.length).toBeGreaterThanOrEqual(2)).toPass()
  await Promise.all(held.map(refuse => refuse()))
  await expect(page.getByText('Your session has expired. Sign in again.')).toHaveCount(1)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(logouts).toEqual([])
})

test('signing out and in applies to every tab', async ({ context, page, person }) => {
  const { username, token } = await person('operator')
  await signIn(page, { token }, '/devices')
  const other = await context.newPage()
  await other.goto('/users/admins')
  await settled(other)

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await expect(other.getByText('You signed out in another tab.')).toBeVisible()

  await logIn(page, username)
  await expect(page).toHaveURL('/analytics')
  await expect(other).toHaveURL('/users/admins')
  await settled(other)
})

test('the rows of one person are not shown to the next', async ({ page, person }) => {
  const [anna, ben] = [await person('organization_admin'), await person('organization_admin')]
  await device(anna, anna.organizationId, { name: 'Pendant of Anna' })
  await signIn(page, anna, '/devices')
  await expect(page.getByRole('link', { name: 'Pendant of Anna' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await logIn(page, ben.username)
  await expect(page).toHaveURL('/analytics')
  const menu = page.getByRole('navigation', { name: 'Main navigation' })
  await menu.getByRole('button', { name: 'User Management' }).click()
  // Nothing of the server's can have shown it: this answer never comes.
  await page.route('/api/devices**', () => {})
  await menu.getByRole('link', { name: 'Devices' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible()
  await expect(page.getByText('Pendant of Anna')).toHaveCount(0)
})

for (const [what, fail] of [
  ['answers 503', { status: 503 }],
  ['cannot be reached', null],
] as const) {
  test(`a server that ${what} at the session check signs no one out`, async ({
    page,
    person,
    complaints,
  }) => {
    complaints.expect(fail ? /status of 503/ : /net::ERR/)
    const clerk = await person('operator')
    await page.route('/api/auth/me', route => (fail ? route.fulfill(fail) : route.abort()))
    await signIn(page, clerk, '/devices')
    await expect(page.getByRole('heading', { name: 'Offline, retrying' })).toBeVisible()
    expect(await page.evaluate(key => localStorage.getItem(key), tokenKey)).toBe(clerk.token)
    await page.unroute('/api/auth/me')
    await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible()
  })
}

test('a lost connection is reported, and recovers on its own', async ({ page, person, complaints }) => {
  complaints.expect(/net::ERR/)
  const clerk = await person('organization_admin')
  await device(clerk, clerk.organizationId, { name: 'Hall pendant' })
  await signIn(page, clerk, '/devices')
  await expect(page.getByRole('link', { name: 'Hall pendant' })).toBeVisible()
  await page.route('/api/**', route => route.abort())
  await page.getByRole('button', { name: 'Refresh' }).click()
  const bar = page.getByText('Offline, retrying. This data may be out of date.')
  await expect(bar).toBeVisible()
  await expect(page.getByText(/^Data from \d/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Hall pendant' })).toBeVisible()
  await device(clerk, clerk.organizationId, { name: 'New pendant' })
  await page.unroute('/api/**')
  await expect(bar).toBeHidden()
  await expect(page.getByRole('link', { name: 'New pendant' })).toBeVisible()
})
