import type { Page } from '@playwright/test'
import { alerts } from '#contract/alerts/alerts.ts'
import { contacts } from '#contract/alerts/contacts.ts'
import { emergency } from '#contract/alerts/emergency.ts'
import { elderly } from '#contract/people/elderly.ts'
import { organizations } from '#contract/people/organizations.ts'
import {
  axe,
  choose,
  expect,
  type Person,
  settled,
  signIn,
  tabTo,
  test,
  unique,
} from '#tests/fixtures/console.ts'

/** Somebody who may need help, with whom to call then, in an organization of their own. */
async function household(clerk: Person) {
  const person = await clerk.call(elderly.create, { body: { name: unique('Rosa') } })
  const contact = await clerk.call(contacts.create, {
    body: { person_id: person.id, name: unique('Mira'), phone: '+49 30 901820', priority: 1 },
  })
  return { person, contact }
}

const trigger = (by: Person, person: { id: string }, type = 'fall') =>
  by.call(emergency.trigger, { query: { user_id: person.id }, body: { emergency_type: type } })

/** Presses keys and counts them. */
function strokes(page: Page) {
  let count = 0
  return {
    press: async (...keys: string[]) => {
      for (const key of keys) {
        count += 1
        await page.keyboard.press(key)
      }
    },
    count: () => count,
  }
}

const toast = (page: Page, text: string) => page.getByText(text).first()

/** Opens a screen, and waits until the console watches over what comes. */
async function watching(page: Page, who: Person, path: string) {
  const [queue, stream] = [/\/api\/alerts\/queue/, /\/api\/live\/changes/].map(address =>
    page.waitForResponse(address),
  )
  await signIn(page, who, path)
  await Promise.all([queue, stream])
  await settled(page)
}

test('an alarm is announced on another screen and handled by keyboard alone', { tag: '@journey' }, async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  const { person: rosa, contact } = await household(clerk)
  await watching(page, clerk, '/devices')

  const raised = await trigger(clerk, rosa)
  const begun = Date.now()
  const announced = page.getByRole('alert').filter({ hasText: `Emergency Alert: Fall · ${rosa.name}` })
  await expect(announced).toBeVisible()

  const keys = strokes(page)
  await keys.press('!')
  await expect(page).toHaveURL(`/emergency/queue?alert=${raised.id}`)
  const card = page
    .getByRole('listitem')
    .filter({ hasText: `Fall · ${rosa.name}` })
    .last()
  await expect(card.getByRole('button', { name: 'Acknowledge' })).toBeVisible()
  await expect(card).toContainText('Waiting 0:')
  await expect(card.getByRole('button', { name: `Call ${contact.name}` })).toBeVisible()
  await keys.press('a')
  await expect(card).toContainText('Owned by you')
  await keys.press('p')
  await expect(toast(page, 'Quick call initiated!')).toBeVisible()
  await keys.press('n', 'o', 'k', 'Enter')
  await expect(toast(page, 'Note added')).toBeVisible()
  await keys.press('r', 'Enter')
  await expect(toast(page, 'Alert resolved')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No open alerts' })).toBeVisible()
  expect(keys.count()).toBeLessThan(10)
  expect(Date.now() - begun).toBeLessThan(15_000)

  await page.goto(`/emergency/alerts/${raised.id}`)
  await settled(page)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  for (const word of ['Received', 'Acknowledged', 'Note', 'ok', 'Resolved'])
    await expect(timeline.getByText(word, { exact: true }).first()).toBeVisible()
  const calls = page.getByRole('region', { name: 'Notifications sent' })
  await expect(calls.getByRole('row').filter({ hasText: contact.name }).first()).toContainText('Manual')
  await axe(page)
})

test('help is called with one touch, cancelled in time, and cleared', { tag: '@journey' }, async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  const { person: rosa } = await household(clerk)
  await watching(page, clerk, `/emergency?person=${rosa.id}`)
  await expect(page.getByText('System Ready')).toBeVisible()
  await axe(page)

  const help = page.getByRole('button', { name: 'Emergency Help' })
  await help.dblclick()
  await expect(page.getByText(/Calling in \d seconds?/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(/Calling in/)).toBeHidden()

  await help.click()
  await expect(toast(page, 'Emergency alert triggered successfully!')).toBeVisible()
  await expect(page.getByText('Emergency Active')).toBeVisible()
  const { alerts: open } = await clerk.call(alerts.queue)
  expect(open.map(({ person_id }) => person_id)).toEqual([rosa.id])
  // What one has raised oneself is no news.
  await expect(page.getByText(/^Emergency Alert: /)).toBeHidden()

  await page.getByRole('button', { name: 'Clear Emergency' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('False alarm, they called back')
  await page.getByRole('button', { name: 'Clear 1 alert' }).click()
  await expect(page.getByText('System Ready')).toBeVisible()
  const [cleared] = (await clerk.call(alerts.queue)).alerts
  expect(cleared).toMatchObject({ status: expect.not.stringMatching('resolved'), owner_id: null })
  expect(cleared?.cleared_at).not.toBeNull()
})

test('the banner and clearing it concern the selected person only', async ({ page, person, api }) => {
  const operator = await person('operator')
  const [clerk, other] = [await person('organization_admin'), await person('organization_admin')]
  const [{ person: rosa }, { person: nora }, { person: elsa }] = [
    await household(clerk),
    await household(clerk),
    await household(other),
  ]
  const mine = [await trigger(clerk, rosa), await trigger(clerk, rosa, 'button')]
  const others = [await trigger(clerk, nora), await trigger(other, elsa)]
  const open = async ({ id }: { id: string }) => (await api.call(alerts.show, { params: { id } })).cleared_at

  // Nobody calls for her, whatever happens elsewhere.
  const { person: mila } = await household(clerk)
  await watching(page, operator, `/emergency?person=${mila.id}`)
  const banner = page.getByRole('status', { name: 'Emergency status' })
  await expect(banner).toContainText('System Ready')
  await expect(banner).toContainText(`No alert is open for ${mila.name}.`)
  await expect(page.getByRole('button', { name: 'Clear Emergency' })).toBeHidden()

  await page.goto(`/emergency?person=${rosa.id}`)
  await settled(page)
  await expect(banner).toContainText('Emergency Active')
  await expect(banner).toContainText(`2 open alerts for ${rosa.name}`)
  await page.getByRole('button', { name: 'Clear Emergency' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clear 2 open alerts from the banner?' })
  await expect(dialog.getByRole('list')).toContainText(rosa.name)
  await expect(dialog.getByRole('list')).not.toContainText(nora.name)
  await axe(page)
  // Not without a reason. By keyboard: an alarm of another test may lie above the button.
  await dialog.getByRole('button', { name: 'Clear 2 alerts' }).press('Enter')
  expect(await Promise.all(mine.map(open))).toEqual([null, null])
  await dialog.getByLabel('Reason').fill('Spoke to the neighbour')
  await dialog.getByRole('button', { name: 'Clear 2 alerts' }).press('Enter')
  await expect(banner).toContainText('System Ready')
  // Cleared is not closed: the banner goes on telling of them.
  await expect(banner).toContainText(`2 open alerts for ${rosa.name}`)

  for (const { id } of mine) {
    const { timeline } = await clerk.call(alerts.timeline, { params: { id } })
    expect(timeline.filter(({ type }) => type === 'cleared')).toMatchObject([
      { actor_id: operator.id, details: { reason: 'Spoke to the neighbour' } },
    ])
  }
  expect(await Promise.all(others.map(open))).toEqual([null, null])
})

test('people with the same name can be distinguished in the person picker', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  const organization = await clerk.call(organizations.show, { params: { id: clerk.organizationId } })
  const name = unique('Rosa Amsel')
  const birth = `${new Date().getFullYear() - 84}-01-01`
  for (const address of ['Elbchaussee 1', 'Lindenweg 2', 'Am Markt 3'])
    await clerk.call(elderly.create, { body: { name, address, date_of_birth: birth } })
  await signIn(page, clerk, '/emergency')
  await settled(page)
  await page.getByRole('button', { name: 'Everyone' }).click()
  await page.getByRole('searchbox').fill(name)
  const second = page.getByRole('button', { name: new RegExp(`${name}.*Lindenweg 2`) })
  await expect(second).toContainText('84 years')
  await expect(second).toContainText(organization.name)
  await second.click()
  const chosen = new URL(page.url()).searchParams.get('person') ?? ''
  expect((await clerk.call(elderly.show, { params: { id: chosen } })).address).toBe('Lindenweg 2')
})

test('an acknowledged alert stays in view, its dialogs name it, and the queue shows a single person', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  const [{ person: rosa }, { person: nora }] = [await household(clerk), await household(clerk)]
  const first = await trigger(clerk, rosa)
  for (let count = 0; count < 14; count++) await trigger(clerk, nora)
  await watching(page, clerk, `/emergency/queue?alert=${first.id}`)
  const card = page
    .getByRole('listitem')
    .filter({ hasText: `Fall · ${rosa.name}` })
    .last()
  await page.keyboard.press('a')
  await expect
    .poll(() => clerk.call(alerts.show, { params: { id: first.id } }))
    .toMatchObject({ state: 'acknowledged' })
  // It goes below those that nobody answers, and the view goes with it.
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: /^Fall · / })
      .last(),
  ).toContainText(rosa.name)
  await expect(card.getByRole('button', { name: 'Resolve' })).toBeInViewport()
  const done = page.getByRole('status').filter({ hasText: rosa.name })
  await expect(done.getByRole('button', { name: 'Open' })).toBeVisible()

  await page.keyboard.press('r')
  await expect(page.getByRole('dialog', { name: `Fall · ${rosa.name}` })).toBeVisible()
  await page.keyboard.press('Escape')

  await choose(page.getByLabel('Person', { exact: true }), `${rosa.name} (1)`)
  await expect(page).toHaveURL(new RegExp(`person=${rosa.id}`))
  await expect(page.getByRole('heading', { name: '1 open alert' })).toBeVisible()
  await expect(page.getByText(`Fall · ${nora.name}`)).toHaveCount(0)
  await axe(page)
})

test('channels count as set up only if all of them are', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  await signIn(page, clerk, '/emergency')
  await settled(page)
  const channels = page
    .getByRole('region', { name: 'System status' })
    .locator('[data-verdict]', { hasText: 'Channels' })
  await expect(channels).toContainText(/[1-4] of 5 configured/)
  await expect(channels).not.toHaveAttribute('data-verdict', 'good')
})

test('leaving the screen during the call for help does not cancel it', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  const { person: rosa } = await household(clerk)
  await watching(page, clerk, `/emergency?person=${rosa.id}`)
  await page.getByRole('button', { name: 'Emergency Help' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Alert Queue' }).click()
  await expect(page.getByRole('button', { name: new RegExp(`Emergency · ${rosa.name}`) })).toBeVisible()

  await page.goto(`/emergency?person=${rosa.id}`)
  await settled(page)
  await page.getByRole('button', { name: 'Emergency Help' }).click()
  await page.goto('about:blank')
  await expect.poll(async () => (await clerk.call(alerts.queue)).alerts.length).toBe(2)
})

test('when one operator takes an alert, the other sees who has it', async ({
  page,
  elsewhere,
  person,
  complaints,
}) => {
  const first = await person('organization_admin')
  const { person: rosa } = await household(first)
  const second = await person('organization_admin', { organizationId: first.organizationId })
  const raised = await trigger(first, rosa)
  const other = await elsewhere()
  await watching(page, first, '/emergency/queue')
  await watching(other, second, '/emergency/queue')
  await axe(page)
  // The second has not heard yet of what the first does.
  await other.route('**/api/alerts/queue', route => route.abort())
  complaints.expect(/Failed to load resource/)

  await page.keyboard.press('a')
  await expect(page.getByText('Owned by you')).toBeVisible()
  await other.keyboard.press('a')
  await expect(other.getByRole('alert').filter({ hasText: 'Action failed' })).toContainText(first.name)
  await other.unroute('**/api/alerts/queue')
  const { owner_id } = await first.call(alerts.show, { params: { id: raised.id } })
  expect(owner_id).toBe(first.id)

  await other.reload()
  await expect(other.getByText(`Owned by ${first.name}`)).toBeVisible()
  await page.keyboard.press('t')
  await page.getByLabel('Find a person').fill(second.name)
  await page.getByRole('button', { name: `Hand over to ${second.name}` }).click()
  await expect(page.getByText(`Owned by ${second.name}`)).toBeVisible()
  await expect(other.getByText('Owned by you')).toBeVisible()
})

test('contacts and services are added, updated and removed', async ({ page, person, complaints }) => {
  complaints.expect(/status of 422/)
  const clerk = await person('organization_admin')
  const { person: rosa, contact } = await household(clerk)
  await signIn(page, clerk, `/emergency?person=${rosa.id}`)
  await settled(page)
  for (const { add, title, required, what, existing } of [
    {
      add: 'Add contact',
      title: 'Personal contacts',
      required: 'Name and phone number are required',
      what: 'contact',
      existing: contact.name,
    },
    {
      add: 'Add service',
      title: 'Emergency Services',
      required: 'Service name and phone number are required',
      what: 'service',
      existing: null,
    },
  ]) {
    const part = page.getByRole('region', { name: title, exact: true })
    const dialog = page.getByRole('dialog')
    if (existing) await expect(part).toContainText(existing)
    await part.getByRole('button', { name: add }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText(required)).toHaveCount(2)
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await axe(page)
    const name = unique('Nordstern')
    await dialog.getByLabel('Name').fill(name)
    const phone = dialog.getByLabel('Phone')
    await phone.fill('ask Ada')
    await dialog.getByRole('button', { name: 'Save' }).click()
    // What the server refuses is shown where it was typed.
    await expect(phone).toHaveAttribute('aria-invalid', 'true')
    await expect(phone).toBeFocused()
    await expect(phone).toHaveAccessibleDescription(/phone number/)
    await phone.fill('+49 40 112')
    await page.keyboard.press('Enter')
    await expect(toast(page, `Emergency ${what} added successfully!`)).toBeVisible()
    await part.getByRole('button', { name: `Update ${name}` }).click()
    await dialog.getByLabel('Phone').fill('+49 40 113')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, `Emergency ${what} updated successfully!`)).toBeVisible()
    await expect(part.getByRole('row').filter({ hasText: name })).toContainText('+49 40 113')
    await part.getByRole('button', { name: `Remove ${name}` }).click()
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(toast(page, `Emergency ${what} removed successfully!`)).toBeVisible()
    await expect(part.getByText(name)).toBeHidden()
  }
})

test('a test of the ladder shows who would be reached, and calls no one', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  const { person: rosa, contact } = await household(clerk)
  await signIn(page, clerk, `/emergency?person=${rosa.id}`)
  await settled(page)
  await tabTo(page, page.getByRole('button', { name: 'Test escalation' }))
  await page.keyboard.press('Enter')
  const report = page.getByRole('dialog', { name: 'Escalation test: Built-in ladder' })
  await expect(report.getByText('This was a test. No one was called.')).toBeVisible()
  await expect(report.getByText('This escalation reaches no one', { exact: false })).toBeVisible()
  await expect(report.getByRole('row').filter({ hasText: contact.name }).first()).toContainText(
    'Not configured',
  )
  await expect(toast(page, 'Emergency escalation test completed!')).toBeVisible()
  await axe(page)
  await report.getByRole('link', { name: 'a test alert' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Escalation test · ${rosa.name}`)
  await expect(page.getByText('This was a test. No one was called.')).toBeVisible()
  expect((await clerk.call(alerts.queue)).alerts).toEqual([])
})

test('an outdated status does not count as ready', async ({ page, person, complaints }) => {
  complaints.expect(/Failed to load resource/)
  await page.clock.install()
  await watching(page, await person('organization_admin'), '/emergency')
  await expect(page.getByText('System Ready')).toBeVisible()
  await page.route('**/api/emergency-services/status', route => route.abort())
  await page.clock.runFor(45_000)
  await expect(page.getByText('System Ready')).toBeHidden()
  await expect(page.getByRole('status', { name: 'Emergency status' })).toContainText('Status unknown')
})

test('every screen shows when alarms are not being processed', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  await page.route('**/api/emergency-services/status', async route => {
    const response = await route.fetch()
    const status = (await response.json()) as object
    await route.fulfill({ response, json: { ...status, alarms_processed: false, lag_seconds: 42 } })
  })
  await signIn(page, clerk, '/devices')
  await expect(page.getByRole('alert').filter({ hasText: 'Alerts are not being processed.' })).toBeVisible()
  await axe(page)
  await test.step('also above an open dialog', async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
    const warning = page.getByRole('alert').filter({ hasText: 'Alerts are not being processed.' })
    const isOnTop = () =>
      warning.evaluate(element => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
    await expect.poll(isOnTop).toBe(true)
    await page.keyboard.press('Escape')
    await expect(warning.getByRole('button')).toHaveCount(0)
  })
  await page.goto('/emergency')
  await expect(page.getByRole('status', { name: 'Emergency status' })).toContainText('Alerts are not being')
})

test('a geofence is drawn around a place, and removed', async ({ page, person, complaints }) => {
  complaints.expect(/Failed to load resource/)
  const clerk = await person('organization_admin')
  const { person: rosa } = await household(clerk)
  await signIn(page, clerk, `/emergency?person=${rosa.id}`)
  await settled(page)
  const part = page.getByRole('region', { name: 'Geofences' })
  const dialog = page.getByRole('dialog')
  await part.getByRole('button', { name: 'Add geofence' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This person’s location is unknown', { exact: false }).first()).toBeVisible()
  await dialog.getByLabel('Latitude').fill('53.55')
  await dialog.getByLabel('Longitude').fill('9.99')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const row = part.getByRole('row').filter({ hasText: 'Home' })
  await expect(row).toContainText('200 m')
  await expect(row).toContainText('Unknown')
  const { id } = await trigger(clerk, rosa)
  await clerk.call(emergency.location, { params: { id }, body: { latitude: 53.55, longitude: 9.99 } })
  await page.reload()
  await expect(row).toContainText('Inside')
  await row.getByRole('button', { name: 'Remove Home' }).click()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(toast(page, 'Geofence removed')).toBeVisible()
  await expect(row).toBeHidden()
})

test('the alert queue groups by person, with a count for each', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  const [{ person: rosa }, { person: nora }] = [await household(clerk), await household(clerk)]
  for (const [who, type] of [
    [rosa, 'fall'],
    [nora, 'fall'],
    [rosa, 'medical'],
  ] as const)
    await trigger(clerk, who, type)
  await signIn(page, clerk, '/emergency/queue')
  await page.getByRole('button', { name: 'Group by person' }).click()
  await expect(page).toHaveURL(/grouped=true/)
  const heads = page.getByRole('main').getByRole('heading', { level: 3 })
  await expect(heads.filter({ hasText: rosa.name })).toContainText('2 open alerts')
  await expect(heads.filter({ hasText: nora.name })).toContainText('1 open alert')
  await settled(page)
  await axe(page)
  await page.reload()
  await expect(heads).toHaveCount(2)
})
