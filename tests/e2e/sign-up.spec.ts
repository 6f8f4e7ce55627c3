import { auth } from '#contract/identity/auth.ts'
import { admins } from '#contract/people/admins.ts'
import { chooseAction, expect, origin, password, signIn, test, unique } from '#tests/fixtures/console.ts'
import { client, login } from '#tests/fixtures/http.ts'

test('signing up asks for what the product’s description demands, in its words', { tag: '@journey' }, async ({
  page,
}) => {
  await page.goto('/register')
  const submit = page.getByRole('button', { name: 'Sign up' })
  const terms = page.getByRole('checkbox')
  await expect(submit).toBeDisabled()
  await terms.check()
  await expect(submit).toBeEnabled()
  await terms.uncheck()
  await expect(submit).toBeDisabled()
  await terms.check()

  await submit.click()
  await expect(page.getByLabel('Username')).toBeFocused()
  await expect(page.getByText('This field is required')).toHaveCount(4)

  await page.getByLabel('Username').fill('somebody')
  await page.getByLabel('Email').fill('not an address')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm password').fill('different')
  await submit.click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Enter an email address/)
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /Password must be at least 8 characters long/,
  )
  await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription('Passwords do not match')
})

test('a new password is rated by how hard it is to guess', async ({ page }) => {
  await page.goto('/register')
  const field = page.getByLabel('Password', { exact: true })
  const status = page.getByRole('status')
  await field.fill('P@ssw0rd')
  await expect(status).toHaveText(/appears in known data leaks/)
  await field.fill('password2024')
  await expect(status).toHaveText('Very easy to guess')
  await field.fill(password)
  await expect(status).toHaveText('Very hard to guess')
  await field.fill('')
  await expect(status).toHaveText('')
})

test('without accepting the terms, signing up is impossible, also with Enter', async ({ page }) => {
  await page.goto('/register')
  await page.getByLabel('Username').fill(unique('eager'))
  await page.getByLabel('Email').fill(`${unique('eager')}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByLabel('Confirm password').press('Enter')
  await expect(page.getByRole('button', { name: 'Sign up' })).toBeDisabled()
  await expect(page).toHaveURL('/register')
})

test('a username already in use is reported at its field', async ({ page, person, complaints }) => {
  complaints.expect(/status of 409/)
  const { username } = await person('operator')
  await page.goto('/register')
  await page.getByLabel('Username').fill(username.toUpperCase())
  await page.getByLabel('Email').fill(`${unique('second')}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByLabel('Username')).toBeFocused()
  await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')
  await expect(page).toHaveURL('/register')
})

test('from signing up to a device of one’s own, shared, changed and deleted', { tag: '@journey' }, async ({
  page,
  elsewhere,
}) => {
  const username = unique('anna')
  await page.goto('/register')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(`${username}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page).toHaveURL('/analytics')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good (morning|afternoon|evening), /)

  const menu = page.getByRole('navigation', { name: 'Main navigation' })
  await test.step('register two devices', async () => {
    await menu.getByRole('button', { name: 'User Management' }).click()
    await menu.getByRole('link', { name: 'Devices' }).click()
    await expect(page.getByText('No devices found')).toBeVisible()
    for (const [name, kind] of [
      ['Kitchen hub', 'Hub'],
      ['Bedside pendant', 'Pendant'],
    ] as const) {
      await page.getByRole('link', { name: 'Register device' }).click()
      await page.getByLabel('Name', { exact: true }).fill(name)
      await page.getByLabel('Serial number', { exact: true }).fill(unique('SN'))
      await page.getByLabel('Type', { exact: true }).click()
      await page.getByTitle(kind, { exact: true }).click()
      await page.getByLabel('Organization', { exact: true }).click()
      await page.getByTitle(`${username}’s household`).click()
      await page.getByRole('button', { name: 'Create' }).click()
      await expect(page.getByText(`“${name}” was created`)).toBeVisible()
      await page.getByRole('button', { name: 'I’ve saved it' }).click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await menu.getByRole('link', { name: 'Devices' }).click()
      await expect(page.getByRole('link', { name })).toBeVisible()
    }
  })

  await test.step('filter the list, and open the same view as a colleague', async () => {
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('dialog', { name: 'Filter by' }).getByRole('button', { name: 'Type' }).click()
    await page.getByRole('checkbox', { name: 'Pendant', exact: true }).check()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByRole('link', { name: 'Bedside pendant' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Kitchen hub' })).toBeHidden()
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
    await page.getByRole('button', { name: 'Copy link to this view' }).click()
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())

    const anna = client(origin, await login(origin, username, password))
    const { organization } = await anna.call(auth.me)
    const colleague = unique('ben')
    await anna.call(admins.create, {
      body: {
        name: 'Ben',
        username: colleague,
        email: `${colleague}@example.org`,
        role: 'organization_admin',
        organization_id: organization.id,
        password,
      },
    })
    const other = await elsewhere()
    await signIn(other, { token: await login(origin, colleague, password) }, link)
    await expect(other.getByRole('link', { name: 'Bedside pendant' })).toBeVisible()
    await expect(other.getByRole('link', { name: 'Kitchen hub' })).toBeHidden()
    await expect(other.getByRole('button', { name: /^Type is Pendant/ })).toBeVisible()
    await expect(other.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
    expect(await other.getByRole('columnheader').allInnerTexts()).toEqual(
      await page.getByRole('columnheader').allInnerTexts(),
    )
  })

  await test.step('rename it, and see the old name in its history', async () => {
    await page.getByRole('link', { name: 'Bedside pendant' }).click()
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Garden pendant')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Garden pendant' })).toBeVisible()
    await page.getByRole('button', { name: 'History' }).click()
    const change = page.getByRole('row', { name: /^Name/ })
    await expect(change.getByRole('cell').nth(0)).toHaveText('Bedside pendant')
    await expect(change.getByRole('cell').nth(1)).toHaveText('Garden pendant')
  })

  await test.step('delete it, after confirming', async () => {
    await chooseAction(page, 'Delete')
    const question = page.getByRole('dialog', { name: 'Delete Device?' })
    await expect(question).toContainText('“Garden pendant” will be deleted')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await chooseAction(page, 'Delete')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(page).toHaveURL('/devices')
    await expect(page.getByText('“Garden pendant” was deleted')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Kitchen hub' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Garden pendant' })).toBeHidden()
  })

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('You’ve been signed out')).toBeVisible()
})
