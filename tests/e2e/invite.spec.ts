import { invites } from '#contract/people/invites.ts'
import { expect, linkTo, logIn, password, settled, test, unique } from '#tests/fixtures/console.ts'

test('an invitation creates an account, once', { tag: '@journey' }, async ({
  page,
  complaints,
  organization,
  person,
}) => {
  complaints.expect(/status of 404/)
  const home = await organization(unique('Haven'))
  const name = unique('Olga')
  const host = await person('organization_admin', { organizationId: home, name })
  const guest = unique('felix')
  const email = `${guest}@example.org`
  await host.call(invites.create, { body: { email, role: 'family_member' } })

  const link = await linkTo(email, `${name} invited you to`)
  await page.goto(link)
  await expect(page.getByText('You’ve been invited.')).toBeVisible()
  const fill = async () => {
    await page.getByLabel('Your name').fill('Felix Lindner')
    await page.getByLabel('Username').fill(guest)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Sign up' }).click()
  }
  await fill()
  await expect(page).toHaveURL('/analytics')
  await expect(page.getByRole('strong')).toHaveText('Felix Lindner')
  // What is still being read when the session ends is answered by 401.
  await settled(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')

  await page.goto(link)
  await fill()
  await expect(page.getByRole('alert')).toHaveText('This invitation is invalid, already used or expired')
  await page.goto('/login')
  await logIn(page, guest)
  await expect(page).toHaveURL('/analytics')
})
