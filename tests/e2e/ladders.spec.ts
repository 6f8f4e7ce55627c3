import { contacts } from '#contract/alerts/contacts.ts'
import { ladders } from '#contract/alerts/ladders.ts'
import { pushNotifications } from '#contract/alerts/push-notifications.ts'
import { elderly } from '#contract/people/elderly.ts'
import {
  axe,
  choose,
  chosen,
  expect,
  type Person,
  settled,
  signIn,
  tabTo,
  test,
  unique,
} from '#tests/fixtures/console.ts'

async function household(clerk: Person) {
  const person = await clerk.call(elderly.create, { body: { name: unique('Rosa') } })
  const contact = await clerk.call(contacts.create, {
    body: { person_id: person.id, name: unique('Mira'), phone: '+49 30 901820', priority: 1 },
  })
  return { person, contact }
}

const calls = (wait_seconds: number, who: 'contacts' | 'webhooks' = 'contacts') => ({
  who,
  channel: who === 'webhooks' ? ('webhook' as const) : ('voice' as const),
  wait_seconds,
})

test('a ladder is created by keyboard, rehearsed while editing, and saved', { tag: '@journey' }, async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  const { contact } = await household(clerk)
  await clerk.call(pushNotifications.addChannel, {
    body: { kind: 'webhook', url: 'https://hooks.example/alarm' },
  })
  await signIn(page, clerk, '/ladders/create')
  await settled(page)
  const name = unique('Night')
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('Steps is required')).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: 'Add step' }))
  await page.keyboard.press('Enter')
  const step = (place: number) => page.getByRole('listitem', { name: `Step ${place}`, exact: true })
  await expect(step(1).getByRole('button', { name: 'Move step 1', exact: true })).toBeFocused()
  await expect(step(1)).toContainText('1:00 after the alert')

  // Nobody but a contact without a telephone carrier: unmistakable.
  const rehearsal = page.getByRole('region', { name: 'Preview' })
  await expect(rehearsal.getByRole('alert')).toContainText('This escalation reaches no one')
  await expect(rehearsal.getByRole('row').filter({ hasText: contact.name })).toContainText('Not configured')
  await axe(page)

  await page.getByRole('button', { name: 'Add step' }).click()
  await choose(step(2).getByLabel('Recipients'), 'Webhooks')
  await step(2).getByLabel('Wait in seconds').fill('120')
  await expect(rehearsal).toContainText('1 recipient would be reached')
  await expect(rehearsal.getByRole('row').filter({ hasText: 'hooks.example' })).toContainText(
    'Would be called',
  )

  await step(2).getByRole('button', { name: 'Move step 2', exact: true }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(chosen(step(1).getByLabel('Recipients'))).toHaveText('Webhooks')
  await expect(step(1).getByRole('button', { name: 'Move step 1', exact: true })).toBeFocused()
  await expect(page.getByText('Step 2 moved to position 1 of 2')).toBeAttached()
  await expect(step(2)).toContainText('3:00 after the alert')

  await step(2).getByLabel('Number of calls').fill('0')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('Item 2, Number of calls: Must be at least 1')).toBeVisible()
  await step(2).getByLabel('Number of calls').fill('3')
  await step(2).getByRole('button', { name: 'Add on-duty time' }).click()
  await expect(step(2)).toContainText('Times in UTC')
  await step(2).getByLabel('Saturday').check()
  await step(2).getByLabel('From').fill('20:00')
  await step(2).getByLabel('To', { exact: true }).fill('06:00')
  await expect(step(2)).toContainText('Ends the next day')
  await axe(page)
  await page.getByRole('button', { name: 'Create', exact: true }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  const { ladders: kept } = await clerk.call(ladders.list, { query: { name } })
  expect(kept[0]?.steps).toMatchObject([
    { who: 'webhooks', channel: 'webhook', wait_seconds: 120, times: 1 },
    {
      who: 'contacts',
      channel: 'voice',
      wait_seconds: 60,
      times: 3,
      on_duty: [{ days: [1, 2, 3, 4, 5, 6], from: '20:00', to: '06:00' }],
    },
  ])
  await expect(page.getByText('20:00–06:00', { exact: false })).toBeVisible()

  await page.getByRole('button', { name: 'Run test' }).click()
  const report = page.getByRole('dialog', { name: `Escalation test: ${name}` })
  await expect(report.getByText('This was a test. No one was called.')).toBeVisible()
  await axe(page)
})

test('a step is moved by dragging', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  await household(clerk)
  const steps = [calls(60), calls(120, 'webhooks')]
  const { id } = await clerk.call(ladders.create, { body: { name: unique('Day'), steps } })
  await signIn(page, clerk, `/ladders/${id}/edit`)
  await settled(page)
  const step = (place: number) => page.getByRole('listitem', { name: `Step ${place}`, exact: true })
  await step(2).getByRole('button', { name: 'Move step 2', exact: true }).dragTo(step(1))
  await expect(chosen(step(1).getByLabel('Recipients'))).toHaveText('Webhooks')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Run test' })).toBeVisible()
  const changed = await clerk.call(ladders.show, { params: { id } })
  expect(changed.steps.map(({ who }) => who)).toEqual(['webhooks', 'contacts'])
})

test('a person who changes a ladder that was changed meanwhile sees both versions', async ({
  page,
  person,
  complaints,
}) => {
  complaints.expect(/Failed to load resource/)
  const clerk = await person('organization_admin')
  const { person: rosa } = await household(clerk)
  const name = unique('Rosa’s')
  const body = { name, person_id: rosa.id, steps: [calls(60)] }
  const { id } = await clerk.call(ladders.create, { body })
  await signIn(page, clerk, `/users/elderly/${rosa.id}?tab=ladders`)
  await page.getByRole('link', { name }).click()
  // The person's page, which has a link of that name too, stays until the ladder's is loaded.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Wait in seconds').fill('30')
  await clerk.call(ladders.update, { params: { id }, body: { steps: [calls(90)] } })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = page.getByRole('dialog')
  await expect(conflict.getByRole('row').filter({ hasText: 'Steps' })).toContainText('0:30')
  await expect(conflict.getByRole('row').filter({ hasText: 'Steps' })).toContainText('1:30')
  await axe(page)
  await conflict.getByRole('radio', { name: 'Steps: Yours' }).check()
  await conflict.getByRole('button').last().click()
  await expect(page.getByRole('button', { name: 'Run test' })).toBeVisible()
  const kept = await clerk.call(ladders.show, { params: { id } })
  expect(kept.steps).toMatchObject([{ wait_seconds: 30 }])
})
