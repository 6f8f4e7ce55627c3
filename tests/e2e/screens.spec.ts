import { expect, hasTitle, signIn, test } from '#tests/fixtures/console.ts'
import { described, ofCustomers, overview } from '#tests/fixtures/routes.ts'

// That each screen opens, with its title and its entry in the menu, is asked where it is looked at: accessibility.spec.ts.

test('the landing page has its title, and the demo’s address redirects to home', { tag: '@journey' }, async ({
  page,
  person,
}) => {
  await signIn(page, await person('super_admin'))
  const [path, title] = overview
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page).toHaveTitle('Overview · Voicedeck')
  await page.goto('/demo')
  await expect(page).toHaveURL('/')
  await hasTitle(page, 'Home')
})

test('screens that are not public redirect to the sign-in', { tag: '@journey' }, async ({ page }) => {
  const paths = [...described, overview, ...ofCustomers].map(([path]) => path)
  const redirected = (path: string) =>
    expect(page).toHaveURL(path === '/' ? '/login' : `/login?to=${encodeURIComponent(path)}`)
  for (const path of paths.slice(0, 2)) {
    await page.goto(path)
    await redirected(path)
  }
  // The others as a link would open them: loading the console for each takes ten times as long.
  for (const path of paths.slice(2)) {
    await page.evaluate(path => {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
    }, path)
    await redirected(path)
  }
})
