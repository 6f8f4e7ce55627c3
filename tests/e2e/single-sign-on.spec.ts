import type { Page } from '@playwright/test'
import { emailDomains } from '#contract/identity/email-domains.ts'
import { identityProviders } from '#contract/identity/single-sign-on.ts'
import { twoFactor } from '#contract/identity/two-factor.ts'
import {
  axe,
  choose,
  expect,
  origin,
  type Person,
  settled,
  signIn,
  test,
  unique,
} from '#tests/fixtures/console.ts'
import { identityProvider } from '#tests/fixtures/identity-provider.ts'

const callback = `${origin}/single-sign-on/callback`

/** Signs in on the page of the provider. */
async function signInAtProvider(page: Page, login: string) {
  await expect(page.getByRole('heading', { name: 'Test provider' })).toBeVisible()
  await page.getByLabel('Name').fill(login)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** An organization whose admin has set up a provider by calls, without switching it on. */
async function prepared(admin: Person, staff: Person, issuer: Awaited<ReturnType<typeof identityProvider>>) {
  const params = { id: admin.organizationId }
  const domain = `${unique('d')}.example`
  await admin.call(identityProviders.save, {
    params,
    body: {
      issuer: issuer.issuer,
      client_id: issuer.clientId,
      client_secret: issuer.clientSecret,
      scopes: 'openid profile email groups',
      group_roles: [{ group: 'carers', role: 'caregiver' }],
      signs_out: true,
    },
  })
  await admin.call(emailDomains.add, { params, body: { domain } })
  await staff.call(emailDomains.verify, {
    params: { ...params, domain },
    body: { without_record: true },
  })
  return { params, domain, settings: `/users/organizations/${admin.organizationId}/single-sign-on` }
}

/** Tests the settings in a new tab and switches single sign-on on. */
async function switchOn(page: Page, login: string) {
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Test connection' }).click()
  const tab = await opened
  await signInAtProvider(tab, login)
  await expect(tab.getByText('The test succeeded')).toBeVisible()
  await tab.close()
  await expect(page.getByText('The test succeeded')).toBeVisible()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible()
}

async function continueAs(page: Page, email: string) {
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
  await page.getByLabel('Work email').fill(email)
  await page.keyboard.press('Enter')
}

test('single sign-on is set up, tested, switched on, and signs in a new person', { tag: '@journey' }, async ({
  page,
  person,
  elsewhere,
}) => {
  test.slow()
  const provider = await identityProvider([callback])
  const admin = await person('organization_admin')
  const staff = await person('admin')
  const login = unique('mia')
  const domain = `${unique('d')}.example`
  provider.accounts.set(login, {
    email: `${login}@${domain}`,
    email_verified: true,
    name: 'Mia Wolf',
    groups: ['carers'],
  })

  await signIn(page, admin, `/users/organizations/${admin.organizationId}`)
  await page.getByRole('link', { name: 'Set up single sign-on' }).click()
  await settled(page)
  await expect(page.getByText(callback)).toBeVisible()
  await page.getByRole('button', { name: 'Copy redirect URI' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(callback)
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByLabel('Issuer')).toBeFocused()
  await page.getByLabel('Issuer').fill(provider.issuer)
  await page.getByLabel('Client ID').fill(provider.clientId)
  await page.getByLabel('Client secret').fill(provider.clientSecret)
  await page.getByLabel('Scopes').fill('openid profile email groups')
  await page.getByRole('button', { name: 'Add group' }).click()
  await page.getByLabel('Group', { exact: true }).fill('carers')
  await choose(page.getByLabel('Role', { exact: true }), 'Caregiver')
  await page.getByLabel('Signing out also ends the session at the provider').check()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Leave empty to keep the current secret.')).toBeVisible()

  await page.getByLabel('Domain', { exact: true }).fill(domain)
  await page.getByRole('button', { name: 'Add domain' }).click()
  await expect(page.getByText('Not verified')).toBeVisible()
  await staff.call(emailDomains.verify, {
    params: { id: admin.organizationId, domain },
    body: { without_record: true },
  })
  await page.reload()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  await switchOn(page, login)
  await axe(page)

  const visitor = await elsewhere()
  await visitor.goto('/login?to=%2Fsettings')
  await continueAs(visitor, `anyone@${domain}`)
  await signInAtProvider(visitor, login)
  await expect(visitor).toHaveURL('/settings')
  await expect(visitor.getByRole('strong').filter({ hasText: 'Mia Wolf' })).toBeVisible()

  await settled(visitor)
  await visitor.getByRole('button', { name: 'Sign out' }).click()
  await expect(visitor).toHaveURL(new RegExp(`^${provider.issuer}/session/end`))
  await visitor.getByRole('button', { name: 'Yes, sign me out' }).click()
  await expect(visitor).toHaveURL('/login')
  await axe(visitor)
  await provider.close()
})

test('a failed sign-in says why, and leads back', async ({ page, person, elsewhere, complaints }) => {
  complaints.expect(/status of 409/)
  complaints.expect(/status of 503/)
  const provider = await identityProvider([callback])
  const admin = await person('organization_admin')
  const { domain, settings } = await prepared(admin, await person('admin'), provider)
  const [member, stranger] = [unique('mia'), unique('eve')]
  const account = (login: string, groups: string[]) =>
    provider.accounts.set(login, { email: `${login}@${domain}`, email_verified: true, name: login, groups })
  account(member, ['carers'])
  account(stranger, ['visitors'])
  await signIn(page, admin, settings)
  await switchOn(page, member)

  const visitor = await elsewhere()
  await visitor.goto('/login')
  await continueAs(visitor, `x@${unique('other')}.example`)
  await expect(visitor.getByRole('alert')).toHaveText(
    'Your organization does not use single sign-on. Sign in with your password.',
  )
  await visitor.goto('/login')
  await continueAs(visitor, `${stranger}@${domain}`)
  await signInAtProvider(visitor, stranger)
  await expect(visitor.getByRole('alert')).toHaveText(
    'None of your groups gives access. Ask your administrator.',
  )
  await axe(visitor)
  await visitor.getByRole('link', { name: 'Back to sign in' }).click()
  await expect(visitor).toHaveURL('/login')
  await provider.close()
  await continueAs(visitor, `${member}@${domain}`)
  await expect(visitor.getByRole('alert')).toHaveText(
    'Your identity provider can’t be reached. Try again in a moment.',
  )
  await visitor.goto(`/single-sign-on/callback?state=unknown&code=x`)
  await expect(visitor.getByRole('alert')).toContainText('started in another tab')
})

test('a person without a password confirms their identity at the provider', async ({
  page,
  person,
  elsewhere,
  complaints,
}) => {
  complaints.expect(/status of 409/)
  const provider = await identityProvider([callback])
  const admin = await person('organization_admin')
  const { domain, settings } = await prepared(admin, await person('admin'), provider)
  const login = unique('mia')
  provider.accounts.set(login, {
    email: `${login}@${domain}`,
    email_verified: true,
    name: 'Mia Wolf',
    groups: ['carers'],
  })
  await signIn(page, admin, settings)
  await switchOn(page, login)

  const visitor = await elsewhere()
  await visitor.goto('/login?to=%2Fsecurity%2F2fa')
  await continueAs(visitor, `${login}@${domain}`)
  await signInAtProvider(visitor, login)
  await settled(visitor)
  // As if ten minutes had passed.
  await visitor.route(`**${twoFactor.setupTotp.path}`, route =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      json: { type: '/problems/step-up', title: 'Conflict', status: 409, detail: 'Confirm it’s you' },
    }),
  )
  await visitor.getByRole('button', { name: 'Set up two-factor authentication' }).click()
  const opened = visitor.waitForEvent('popup')
  await visitor.getByRole('link', { name: 'Confirm with single sign-on' }).click()
  const tab = await opened
  await visitor.unroute(`**${twoFactor.setupTotp.path}`)
  await signInAtProvider(tab, login)
  await expect(tab.getByText('Close this tab and continue in the other one.')).toBeVisible()
  await expect(visitor.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await provider.close()
})
