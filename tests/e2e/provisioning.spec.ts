import { emailDomains } from '#contract/identity/email-domains.ts'
import { identityProviders } from '#contract/identity/single-sign-on.ts'
import { axe, choose, expect, origin, settled, signIn, test, unique } from '#tests/fixtures/console.ts'
import { identityProvider } from '#tests/fixtures/identity-provider.ts'
import { entraUser, scimAt } from '#tests/fixtures/scim-client.ts'

test('people are provisioned by SCIM, get roles by groups, sign in by single sign-on, and are suspended', async ({
  page,
  person,
  elsewhere,
  complaints,
}) => {
  test.slow()
  // The session of the person who is suspended.
  complaints.expect(/401/)
  const admin = await person('organization_admin')
  const staff = await person('admin')
  const [login, domain] = [unique('ada'), `${unique('d')}.example`]
  const email = `${login}@${domain}`

  // docs/provisioning.md, "Make a key"
  await signIn(page, admin, '/api-keys')
  await page.getByRole('link', { name: 'New API key' }).first().click()
  await settled(page)
  await page.getByRole('textbox', { name: 'Name' }).fill('Directory')
  await page.getByLabel('Scopes').click()
  await page.keyboard.type('Provision')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const key = (await dialog.locator('code').textContent()) ?? ''
  expect(key).toMatch(/^vdk_/)
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click()

  // The requests of Microsoft Entra: it tests the connection, looks for the user, and creates them and their group.
  const scim = scimAt(origin, key)
  const find = (name: string) => scim.get(`/Users?filter=${encodeURIComponent(`userName eq "${name}"`)}`)
  expect(await find(unique('nobody'))).toMatchObject({ status: 200, body: { totalResults: 0 } })
  const user = entraUser(login, { userName: email, emails: [{ primary: true, type: 'work', value: email }] })
  const created = await scim.post('/Users', user)
  expect(created.status).toBe(201)
  const group = await scim.post('/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    externalId: unique('group'),
    displayName: 'Night carers',
    members: [{ value: created.body.id }],
  })
  expect(group.status).toBe(201)

  // docs/provisioning.md, step 8: the console shows the group, and maps it.
  await page.goto('/users/provisioned-groups')
  await settled(page)
  await expect(page.getByText('Night carers')).toBeVisible()
  await axe(page)
  await page.getByRole('link', { name: 'Night carers' }).click()
  await settled(page)
  await page.getByRole('link', { name: 'Edit' }).click()
  await settled(page)
  await choose(page.getByLabel('Role of its members'), 'Caregiver')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Caregiver').first()).toBeVisible()
  await page.goto(`/users/caregivers/${created.body.id}`)
  await expect(page.getByRole('heading', { name: `${login} Doe` })).toBeVisible()

  const provider = await identityProvider([`${origin}/single-sign-on/callback`])
  provider.accounts.set(login, { email, email_verified: true, name: `${login} Doe`, groups: [] })
  const params = { id: admin.organizationId }
  await admin.call(identityProviders.save, {
    params,
    body: { issuer: provider.issuer, client_id: provider.clientId, client_secret: provider.clientSecret },
  })
  await admin.call(emailDomains.add, { params, body: { domain } })
  await staff.call(emailDomains.verify, { params: { ...params, domain }, body: { without_record: true } })
  await page.goto(`/users/organizations/${admin.organizationId}/single-sign-on`)
  await settled(page)
  await choose(page.getByLabel('People without a matching group'), 'Caregiver')
  await page.getByRole('button', { name: 'Save settings' }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Test connection' }).click()
  const tab = await opened
  await tab.getByLabel('Name').fill(login)
  await tab.getByRole('button', { name: 'Sign in' }).click()
  await expect(tab.getByText('The test succeeded')).toBeVisible()
  await tab.close()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible()

  const visitor = await elsewhere()
  await visitor.goto('/login?to=%2Fsettings')
  await visitor.getByRole('button', { name: 'Continue with single sign-on' }).click()
  await visitor.getByLabel('Work email').fill(email)
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByRole('heading', { name: 'Test provider' })).toBeVisible()
  await visitor.getByLabel('Name').fill(login)
  await visitor.getByRole('button', { name: 'Sign in' }).click()
  await expect(visitor).toHaveURL('/settings')
  // One account: there is no second one of this address.
  expect((await find(email)).body).toMatchObject({ totalResults: 1, Resources: [{ id: created.body.id }] })

  // Entra disables the user: the console shows it, and the open session has ended.
  const disabled = await scim.patch(`/Users/${created.body.id}`, {
    op: 'Replace',
    path: 'active',
    value: 'False',
  })
  expect(disabled.body).toMatchObject({ active: false })
  await page.goto(`/users/caregivers/${created.body.id}`)
  await expect(page.getByText('Suspended').first()).toBeVisible()
  await visitor.reload()
  await expect(visitor).toHaveURL(/\/login/)
  await provider.close()
})
