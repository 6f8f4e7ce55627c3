import { emailDomains } from '#contract/identity/email-domains.ts'
import { axe, choose, expect, origin, settled, signIn, test, unique } from '#tests/fixtures/console.ts'
import { newSigningKey, samlProvider } from '#tests/fixtures/saml-provider.ts'

test('SAML is set up from what both sides show, tested, switched on, and signs in a new person', async ({
  page,
  person,
  elsewhere,
  complaints,
}) => {
  test.slow()
  complaints.expect(/422/)
  const provider = await samlProvider()
  const admin = await person('organization_admin')
  const staff = await person('admin')
  const login = unique('mia')
  const domain = `${unique('d')}.example`
  const account = { email: `${login}@${domain}`, name: 'Mia Wolf', groups: ['carers'] }
  provider.accounts.set(login, account)

  /** Signs in on the page of the provider. */
  async function signInAtProvider(at: typeof page) {
    await expect(at.getByRole('heading', { name: 'Test provider' })).toBeVisible()
    await at.getByLabel('Name').fill(login)
    await at.getByRole('button', { name: 'Sign in' }).click()
  }

  await signIn(page, admin, `/users/organizations/${admin.organizationId}/single-sign-on`)
  await settled(page)
  await choose(page.getByLabel('Protocol'), 'SAML 2.0')
  const responseUrl = `${origin}/api/auth/sso/saml/${admin.organizationId}`
  await expect(page.getByText(responseUrl, { exact: true })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download metadata' }).click()
  expect((await downloading).suggestedFilename()).toBe('voicedeck-saml-metadata.xml')

  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByLabel('Entity ID of the provider')).toBeFocused()
  await page.getByLabel('Entity ID of the provider').fill(provider.entityId)
  await page.getByLabel('Sign-in URL').fill(provider.signInUrl)
  await page.getByLabel('Signing certificate', { exact: true }).fill('no certificate')
  await page.getByRole('button', { name: 'Add group' }).click()
  await page.getByLabel('Group', { exact: true }).fill('carers')
  await choose(page.getByLabel('Role', { exact: true }), 'Caregiver')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(
    page.getByText('Enter an X.509 certificate with an RSA key of at least 2048 bits'),
  ).toBeVisible()
  await page.getByLabel('Signing certificate', { exact: true }).fill(provider.certificate())
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText(/^Valid until .* SHA-256/)).toBeVisible()
  await axe(page)

  await page.getByLabel('Domain', { exact: true }).fill(domain)
  await page.getByRole('button', { name: 'Add domain' }).click()
  await expect(page.getByText('Not verified')).toBeVisible()
  await staff.call(emailDomains.verify, {
    params: { id: admin.organizationId, domain },
    body: { without_record: true },
  })
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Test connection' }).click()
  const tab = await opened
  await signInAtProvider(tab)
  await expect(tab.getByText('The test succeeded')).toBeVisible()
  await tab.close()
  await expect(page.getByText('The test succeeded')).toBeVisible()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible()

  const visitor = await elsewhere()
  const continueAs = async () => {
    await visitor.goto('/login?to=%2Fsettings')
    await visitor.getByRole('button', { name: 'Continue with single sign-on' }).click()
    await visitor.getByLabel('Work email').fill(account.email)
    await visitor.keyboard.press('Enter')
    await signInAtProvider(visitor)
  }
  await continueAs()
  await expect(visitor).toHaveURL('/settings')
  await expect(visitor.getByRole('strong').filter({ hasText: 'Mia Wolf' })).toBeVisible()

  // The provider announces its next key: entered in addition to the current one, sign-ins go on.
  const next = await newSigningKey()
  await page.getByLabel('Next signing certificate').fill(next.certificate)
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText(/^Valid until .* SHA-256/)).toHaveCount(2)
  provider.useKey(next)
  await settled(visitor)
  await visitor.getByRole('button', { name: 'Sign out' }).click()
  await expect(visitor).toHaveURL('/login')
  await continueAs()
  await expect(visitor).toHaveURL('/settings')
  await provider.close()
})

test('the SAML settings fit a phone', async ({ page, person }) => {
  const admin = await person('organization_admin')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, admin, `/users/organizations/${admin.organizationId}/single-sign-on`)
  await settled(page)
  await choose(page.getByLabel('Protocol'), 'SAML 2.0')
  await expect(page.getByLabel('Next signing certificate')).toBeVisible()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await axe(page)
})
