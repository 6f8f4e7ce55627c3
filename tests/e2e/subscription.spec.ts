import type { Page } from '@playwright/test'
import { checkouts } from '#contract/billing/checkouts.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { auth } from '#contract/identity/auth.ts'
import { axe, expect, origin, password, settled, signIn, test, unique } from '#tests/fixtures/console.ts'
import { client } from '#tests/fixtures/http.ts'

/** Somebody who signed up a moment ago, in their trial. */
async function onTrial() {
  const username = unique('payer')
  const { access_token } = await client(origin).call(auth.register, {
    body: { username, email: `${username}@example.org`, password },
  })
  return { token: access_token, ...client(origin, access_token) }
}

async function payBy(page: Page, card: string) {
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expiry').fill('12/38')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: 'Pay $' }).click()
}

test('from the trial through the checkout to a plan, cancelled and resumed', { tag: '@journey' }, async ({
  page,
}) => {
  await signIn(page, await onTrial(), '/subscription')
  await expect(page.getByText('14 days left in your trial')).toBeVisible()
  await expect(page.getByText('0 of 3')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel Plan' })).toHaveCount(0)

  await test.step('pay for a plan', async () => {
    await page.getByRole('button', { name: 'Choose Professional' }).dblclick()
    await expect(page).toHaveURL(/\/checkout\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('heading', { name: 'Professional plan' })).toBeVisible()
    await settled(page)
    await axe(page)
    await payBy(page, '4242 4242 4242 4242')
    await expect(page).toHaveURL('/subscription/success')
    await expect(page.getByRole('heading', { name: 'You are on the Professional plan' })).toBeVisible()
    await page.getByRole('link', { name: 'Manage subscription' }).click()
    await expect(page.getByText(/^Renews on /)).toBeVisible()
    await expect(page.getByText('Visa •••• 4242')).toBeVisible()
    await expect(page.getByRole('row', { name: /^INV-\d{4}-\d{6} .*\$30\.00 Paid$/ })).toBeVisible()
    await expect(page.getByText('0 of 20')).toBeVisible()
  })

  const cancel = page.getByRole('button', { name: 'Cancel Plan' })
  await test.step('cancel it, after confirming', async () => {
    await cancel.click()
    const question = page.getByRole('dialog', { name: 'Cancel Plan' })
    await expect(question).toContainText('Are you sure you want to cancel your subscription?')
    await question.getByRole('button', { name: 'Keep Plan' }).click()
    await expect(question).toBeHidden()
    await cancel.click()
    await question.getByRole('button', { name: 'Cancel Plan' }).click()
    await expect(
      page.getByText('Subscription will be cancelled at the end of the billing period'),
    ).toBeVisible()
    await expect(page.getByText(/^Cancels on /)).toBeVisible()
    await expect(cancel).toHaveCount(0)
  })

  await test.step('resume it', async () => {
    await page.getByRole('button', { name: 'Resume Plan' }).click()
    await expect(page.getByText('Subscription resumed')).toBeVisible()
    await expect(page.getByText(/^Renews on /)).toBeVisible()
    await expect(cancel).toBeVisible()
  })

  await test.step('change to a larger one', async () => {
    await page.getByRole('button', { name: 'Change to Enterprise' }).click()
    const question = page.getByRole('dialog', { name: 'Change to Enterprise?' })
    await question.getByRole('button', { name: 'Change to Enterprise' }).click()
    await expect(page.getByText('You are now on the Enterprise plan')).toBeVisible()
    await expect(page.getByText('0 of 500')).toBeVisible()
  })
})

test('a declined card is not charged, and going back allows another attempt', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 422/)
  await signIn(page, await onTrial(), '/subscription')
  await page.getByRole('button', { name: 'Choose Starter' }).click()
  await payBy(page, '4000 0000 0000 0002')
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.')
  await page.getByRole('button', { name: 'Cancel and go back' }).click()
  await expect(page).toHaveURL('/subscription/cancel')
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/analytics')
  await page.getByRole('link', { name: 'Try Again' }).click()
  await expect(page.getByText('14 days left in your trial')).toBeVisible()
})

test('a card that requires authentication is authenticated', async ({ page, complaints }) => {
  complaints.expect(/status of 422/)
  await signIn(page, await onTrial(), '/subscription')
  await page.getByRole('button', { name: 'Choose Starter' }).click()
  await payBy(page, '4000 0025 0000 3155')
  const bank = page.getByRole('dialog', { name: 'Authenticate the payment' })
  await bank.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByRole('alert')).toContainText('Your bank couldn’t authenticate the payment')
  await page.getByRole('button', { name: 'Pay $' }).click()
  await bank.getByRole('button', { name: 'Authenticate' }).click()
  await expect(page.getByRole('heading', { name: 'You are on the Starter plan' })).toBeVisible()
})

test('staff find a customer’s subscription among all, and open it', async ({ page, person }) => {
  const owner = await onTrial()
  const { organization } = await owner.call(auth.me)
  const { subscription } = await owner.call(subscriptions.current)
  await signIn(page, await person('analyst'), `/subscription-management?organization_id=${organization.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subscription Management')
  const row = page.getByRole('row', { name: /Starter .* Trial/ })
  await expect(row).toContainText(organization.name)
  await row.getByRole('link', { name: 'Starter' }).click()
  await expect(page).toHaveURL(new RegExp(`/subscription-management/${subscription?.id}`))
  await expect(page.getByRole('link', { name: organization.name })).toBeVisible()
  await expect(page.getByText('14 days left in your trial')).toBeVisible()
  await expect(page.getByText('No invoices yet')).toBeVisible()
  await settled(page)
  await axe(page)
})

test('staff change a customer’s plan, cancel it and resume it', async ({ page, person }) => {
  const owner = await onTrial()
  const { checkout_url } = await owner.call(subscriptions.checkout, {
    body: {
      plan_id: 'starter',
      billing_cycle: 'monthly',
      success_url: `${origin}/subscription/success`,
      cancel_url: `${origin}/subscription/cancel`,
    },
  })
  await owner.call(checkouts.pay, {
    params: { id: new URL(checkout_url).pathname.split('/').at(-1) as string },
    body: { card_number: '4242 4242 4242 4242', expiry: '12/38', cvc: '123' },
  })
  const { subscription } = await owner.call(subscriptions.current)
  await signIn(page, await person('admin'), '/subscription-management')
  const statistics = page.getByRole('region', { name: 'Statistics' })
  await expect(statistics.getByText('MRR')).toBeVisible()
  await statistics.getByRole('button', { name: '12 months' }).click()
  await expect(statistics.getByText('New customers')).toBeVisible()
  await settled(page)
  await axe(page)

  await page.goto(`/subscription-management/${subscription?.id}`)
  await expect(page.getByRole('row', { name: /New Starter \$10\.00$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Change to Professional' }).click()
  const change = page.getByRole('dialog', { name: 'Change to Professional?' })
  await change.getByRole('button', { name: 'Change to Professional' }).click()
  await expect(page.getByText('The customer is now on the Professional plan')).toBeVisible()
  await expect(page.getByRole('row', { name: /Expansion Professional \$20\.00$/ })).toBeVisible()

  await page.getByRole('button', { name: 'Cancel Plan' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel Plan' })
  await expect(question).toContainText('cancel this customer’s subscription?')
  await question.getByRole('button', { name: 'Cancel Plan' }).click()
  await expect(page.getByText(/^Cancels on /)).toBeVisible()
  await page.getByRole('button', { name: 'Resume Plan' }).click()
  await expect(page.getByText('Subscription resumed')).toBeVisible()
  await settled(page)
  await axe(page)
})
