import type { CDPSession, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { identity } from '#contract/identity/identity.ts'
import { twoFactor } from '#contract/identity/two-factor.ts'
import { organizations } from '#contract/people/organizations.ts'
import { tokenKey } from '#kit/token.ts'
import {
  chooseAction,
  expect,
  logIn,
  origin,
  type Person,
  password,
  settled,
  signIn,
  test,
} from '#tests/fixtures/console.ts'
import { client, login } from '#tests/fixtures/http.ts'

/** Passkeys belong to a name, and the address of the tests is one of digits. */
const atLocalhost = origin.replace('127.0.0.1', 'localhost')

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

async function openTwoFactor(page: Page, person: Person) {
  await page.context().setStorageState({
    cookies: [],
    origins: [{ origin: atLocalhost, localStorage: [{ name: tokenKey, value: person.token }] }],
  })
  await page.goto(`${atLocalhost}/security/2fa`)
  await settled(page)
}

/** Chromium's own virtual authenticator, which finds its holder by itself. */
async function authenticator(page: Page) {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether the holder confirms what is asked of them. */
    confirms: (isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

test('an authenticator app is set up, required at sign-in, and disabled', async ({
  page,
  person,
  elsewhere,
}) => {
  const anna = await person('operator')
  await signIn(page, anna, '/security/2fa')
  await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await page.getByRole('button', { name: 'Copy secret' }).click()
  const secret = await page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Copy backup codes' }).click()
  const [backupCode = ''] = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
  await expect(page.getByRole('list', { name: 'Backup codes' }).getByRole('listitem')).toHaveCount(10)

  const code = page.getByLabel('6-digit code')
  await code.fill('12 34x')
  await expect(code).toHaveValue('1234')
  await page.getByRole('button', { name: 'Verify and enable' }).click()
  await expect(page.getByText('Please enter the 6-digit code from your authenticator app')).toBeVisible()
  await code.fill(codeOf(secret, -1))
  await page.getByRole('button', { name: 'Verify and enable' }).click()
  await expect(page.getByText('Two-factor authentication enabled successfully!')).toBeVisible()
  await expect(page.getByText('10 backup codes left')).toBeVisible()

  const other = await elsewhere()
  await other.goto(`${origin}/login`)
  await logIn(other, anna.username)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Two-factor authentication')
  await other.getByLabel('Code from your authenticator app').fill(codeOf(secret))
  await other.getByRole('button', { name: 'Verify' }).click()
  await expect(other).toHaveURL(/\/analytics$/)
  await settled(other)
  await other.getByRole('button', { name: 'Sign out' }).click()
  await logIn(other, anna.username)
  await other.getByRole('button', { name: 'Use a backup code' }).click()
  await other.getByLabel('Backup code').fill(backupCode)
  await other.getByRole('button', { name: 'Verify' }).click()
  await expect(other).toHaveURL(/\/analytics$/)

  await page.reload()
  await expect(page.getByText('9 backup codes left')).toBeVisible()
  await page.getByRole('button', { name: 'Disable two-factor authentication' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Disable two-factor authentication' }).click()
  await expect(page.getByText('Two-factor authentication disabled')).toBeVisible()
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible()
})

test('a passkey is registered, renamed, used to sign in, and removed', { tag: '@journey' }, async ({
  page,
  person,
}) => {
  const anna = await person('operator')
  await authenticator(page)
  await openTwoFactor(page, anna)
  await page.getByRole('button', { name: 'Register a passkey' }).click()
  await expect(page.getByText('Please enter a name for your passkey')).toBeVisible()
  await page.getByLabel('Passkey name').fill('Laptop')
  await page.getByRole('button', { name: 'Register a passkey' }).click()
  await expect(page.getByText('Passkey registered successfully!')).toBeVisible()

  await page.getByRole('button', { name: 'Rename Laptop' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename Laptop' })
  await dialog.getByLabel('Passkey name').fill('Work laptop')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByText('Work laptop', { exact: true })).toBeVisible()
  await expect(page.getByText(/never used/)).toBeVisible()

  // The browser offers it by itself once the login is there; a virtual authenticator takes the offer at once.
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/analytics$/)
  await page.goto(`${atLocalhost}/security/2fa`)
  await expect(page.getByText(/last used/).first()).toBeVisible()

  await page.getByRole('button', { name: 'Remove Work laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Passkey removed successfully')).toBeVisible()
  await expect(page.getByText('No passkeys yet.')).toBeVisible()
})

test('a passkey signs in with the button of the sign-in screen', async ({ page, person }) => {
  // A virtual authenticator takes the browser's own offer at once: without it, there is the button.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  const { confirms } = await authenticator(page)
  await openTwoFactor(page, await person('operator'))
  await page.getByLabel('Passkey name').fill('Laptop')
  await page.getByRole('button', { name: 'Register a passkey' }).click()
  await expect(page.getByText('Passkey registered successfully!')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)

  // A page of another origin gets the authenticator to sign what we asked: it says where it was signed, and opens nothing.
  const beside = 'http://localhost:2222/'
  const { options } = await client(atLocalhost).call(identity.startPasskey)
  await page.route(beside, route =>
    route.fulfill({ contentType: 'text/html', body: '<title>Not ours</title>' }),
  )
  await page.goto(beside)
  const credential = await page.evaluate(
    async options => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
      return ((await navigator.credentials.get({ publicKey })) as PublicKeyCredential).toJSON()
    },
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const signIn = await fetch(atLocalhost + identity.passkey.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ credential }),
  })
  expect(signIn.status).toBe(422)
  expect(await signIn.json()).toMatchObject({ type: '/problems/wrong-proof' })
  await page.goto(`${atLocalhost}/login`)

  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await confirms(false)
  await button.click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
  await confirms(true)
  await button.click()
  await expect(page).toHaveURL(/\/analytics$/)
})

test('a passkey that is not confirmed is not registered', async ({ page, person }) => {
  const { confirms } = await authenticator(page)
  await openTwoFactor(page, await person('operator'))
  await confirms(false)
  await page.getByLabel('Passkey name').fill('Laptop')
  await page.getByRole('button', { name: 'Register a passkey' }).click()
  await expect(page.getByText('Passkey registration was cancelled or not allowed')).toBeVisible()
  await expect(page.getByText('No passkeys yet.')).toBeVisible()
})

test('an action that needs step-up asks for it once, and then continues', { tag: '@journey' }, async ({
  page,
  person,
  complaints,
}) => {
  complaints.expect(/status of 409/)
  complaints.expect(/status of 422/)
  const stale = {
    type: '/problems/step-up',
    title: 'Conflict',
    status: 409,
    detail: 'Confirm it’s you',
  }
  let asked = 0
  await page.route(`**${twoFactor.setupTotp.path}`, route => {
    asked += 1
    return asked > 1
      ? route.fallback()
      : route.fulfill({ status: 409, contentType: 'application/problem+json', json: stale })
  })
  await signIn(page, await person('operator'), '/security/2fa')
  await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByLabel('Password', { exact: true }).fill('not it')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Incorrect password')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  expect(asked).toBe(2)
})

test('an admin resets the second factor of a person who lost it', async ({ page, person }) => {
  const anna = await person('admin')
  const lost = client(origin, anna.token)
  const { secret } = await lost.call(twoFactor.setupTotp)
  await lost.call(twoFactor.enableTotp, { body: { token: codeOf(secret) } })
  const boss = await person('super_admin')
  await signIn(page, boss, `/users/admins/${anna.id}`)
  await chooseAction(page, 'Reset second factor')
  const dialog = page.getByRole('dialog', { name: 'Reset second factor?' })
  await dialog.getByRole('button', { name: 'Reset second factor' }).click()
  await expect(page.getByText(/^Second factor of .* reset$/)).toBeVisible()
  const token = await login(origin, anna.username, password)
  expect((await client(origin, token).call(twoFactor.status)).enabled).toBe(false)

  const reader = await person('operator')
  await signIn(page, reader, `/users/admins/${anna.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('button', { name: 'Copy ID' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reset second factor' })).toHaveCount(0)
})

test('sessions are listed, and the others ended, one by one or by a new password', async ({
  page,
  person,
  elsewhere,
  complaints,
}) => {
  complaints.expect(/status of (401|422)/)
  const anna = await person('operator')
  const other = await elsewhere()
  await other.goto(`${origin}/login`)
  await logIn(other, anna.username)
  await expect(other).toHaveURL(/\/analytics$/)
  await signIn(page, anna, '/security/2fa')
  await expect(page.getByText('This session')).toHaveCount(1)
  await page.getByRole('button', { name: /^End session on/ }).click()
  await expect(page.getByText('Session ended')).toBeVisible()
  await other.reload()
  await expect(other).toHaveURL(/\/login/)

  await logIn(other, anna.username)
  await expect(other).toHaveURL(/\/analytics$/)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('Current password').fill('not it')
  await page.getByLabel('New password').fill('another horse, another battery')
  await page.getByLabel('Confirm password').fill('another horse, another battery')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('alert')).toContainText('Incorrect current password')
  await page.getByLabel('Current password').fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed. Your other sessions have been ended.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^End session on/ })).toHaveCount(0)
  await other.reload()
  await expect(other).toHaveURL(/\/login/)
})

test('an organization that requires two factors blocks everything else', async ({ page, person, api }) => {
  const anna = await person('organization_admin')
  await api.call(organizations.update, {
    params: { id: anna.organizationId },
    body: { requires_second_factor: true },
  })
  await signIn(page, anna, '/devices')
  await expect(page).toHaveURL(/\/security\/2fa$/)
  await expect(page.getByText(/requires two-factor authentication/)).toBeVisible()
})
