import { auth } from '#contract/identity/auth.ts'
import { expect, linkTo, logIn, origin, password, test, unique } from '#tests/fixtures/console.ts'
import { client } from '#tests/fixtures/http.ts'

const renewed = 'another horse, another battery'

/** Somebody who signed up a moment ago. */
async function signUp() {
  const username = unique('carla')
  const email = `${username}@example.org`
  await client(origin).call(auth.register, { body: { username, email, password } })
  return { username, email }
}

test('a forgotten password is replaced with a mailed link, once', { tag: '@journey' }, async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of (401|404)/)
  const { username, email } = await signUp()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: email })).toBeVisible()

  const link = await linkTo(email, 'Choose a new password')
  await page.goto(link)
  await expect(page.getByText(`For ${email}’s account.`)).toBeVisible()
  await page.getByLabel('New password').fill('short')
  await page.getByLabel('Confirm password').fill('different')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible()
  await expect(page.getByText('Passwords do not match')).toBeVisible()

  await page.getByLabel('New password').fill(renewed)
  await page.getByLabel('Confirm password').fill(renewed)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByRole('heading', { name: 'Password reset' })).toBeVisible()
  const shown = Date.now()
  await expect(page).toHaveURL('/login')
  expect(Date.now() - shown).toBeGreaterThan(2_000)

  await logIn(page, username, password)
  await expect(page.getByRole('alert')).toHaveText('Incorrect username or password')
  await logIn(page, username, renewed)
  await expect(page).toHaveURL('/analytics')

  await page.goto(link)
  await expect(page.getByRole('alert')).toHaveText('This reset link is invalid or has expired')
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page).toHaveURL('/analytics')
})

test('an unknown address gets the same response', async ({ page }) => {
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(`${unique('nobody')}@example.org`)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible()
})

test('a link without its token is not a reset link', async ({ page }) => {
  await page.goto('/reset-password')
  await expect(page.getByRole('alert')).toHaveText('Invalid reset link')
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

test('an e-mail address is verified with the mailed link, once', async ({ page, complaints }) => {
  complaints.expect(/status of 404/)
  const { username, email } = await signUp()
  await page.goto('/login')
  await logIn(page, username)
  await expect(page.getByText(`Verify ${email}:`)).toBeVisible()

  const link = await linkTo(email, 'Verify your email address')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Email address verified' })).toBeVisible()
  await page.getByRole('link', { name: 'Continue to Voicedeck' }).click()
  await expect(page).toHaveURL('/analytics')
  await expect(page.getByText('follow the link we emailed you')).toHaveCount(0)

  await page.goto(link)
  await expect(page.getByRole('alert')).toHaveText('This verification link is invalid or has expired')
})

test('the verification link is sent again on request', async ({ page }) => {
  const { username, email } = await signUp()
  const first = await linkTo(email, 'Verify your email address')
  await page.goto('/login')
  await logIn(page, username)
  await page.getByRole('button', { name: 'Resend link' }).click()
  await expect(page.getByText('Verification link sent')).toBeVisible()
  await expect(async () => expect(await linkTo(email, 'Verify your email address')).not.toBe(first)).toPass()
})
