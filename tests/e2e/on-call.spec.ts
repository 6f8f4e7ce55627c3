import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { alerts } from '#contract/alerts/alerts.ts'
import { emergency } from '#contract/alerts/emergency.ts'
import { ladders } from '#contract/alerts/ladders.ts'
import { onCall, onCallSchedules } from '#contract/alerts/on-call.ts'
import { pushNotifications } from '#contract/alerts/push-notifications.ts'
import { assignments } from '#contract/people/assignments.ts'
import { elderly } from '#contract/people/elderly.ts'
import { axe, choose, expect, type Person, settled, signIn, test, unique } from '#tests/fixtures/console.ts'

/** A sentence with a name, which the console isolates from the direction of the text around it. */
const isolating = (before: string, name: string, after: string) => `${before}\u2068${name}\u2069${after}`

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

/** An organization in which one caregiver is on call at all hours, and another can cover. */
async function onCallTeam(
  person: (role: 'organization_admin' | 'caregiver', given?: object) => Promise<Person>,
) {
  const clerk = await person('organization_admin')
  const { organizationId } = clerk
  const anna = await person('caregiver', { organizationId, name: unique('Anna') })
  const ben = await person('caregiver', { organizationId, name: unique('Ben') })
  const rosa = await clerk.call(elderly.create, { body: { name: unique('Rosa') } })
  for (const { id } of [anna, ben])
    await clerk.call(assignments.create, {
      body: { elderly_id: rosa.id, caregiver_id: id, relationship: 'Visits daily' },
    })
  const layer = { rotation: 'weekly' as const, starts_on: '2020-01-06', handover_at: '00:00' }
  const schedule = await clerk.call(onCallSchedules.create, {
    body: {
      name: unique('Nights'),
      layers: [
        { ...layer, name: 'Main', person_ids: [anna.id] },
        { ...layer, name: 'Later', person_ids: [ben.id], starts_on: '2090-01-02' },
      ],
    },
  })
  return { clerk, anna, ben, rosa, schedule }
}

/** Registers a browser of a person at a push service, which counts what it is sent. */
async function registerBrowser(of: Person) {
  let received = 0
  const server = createServer((request, response) => {
    received += 1
    request.resume()
    response.writeHead(201).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/push`
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  await of.call(pushNotifications.addChannel, { body: { kind: 'push', subscription: { endpoint, keys } } })
  return { received: () => received, close: () => server.close() }
}

test('a shift is covered on a telephone, and the alarm reaches who covers it', async ({
  page,
  person,
  elsewhere,
}) => {
  const { clerk, anna, ben, rosa, schedule } = await onCallTeam(person)
  await clerk.call(ladders.create, {
    body: {
      name: unique('On call'),
      steps: [{ who: 'on_call', channel: 'push', wait_seconds: 0, schedule_id: schedule.id }],
    },
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, anna, '/my-shifts')
  await settled(page)
  const shift = page.getByRole('listitem').filter({ hasText: schedule.name }).first()
  await expect(shift).toContainText('On call now')
  await axe(page)
  await shift.getByRole('button', { name: /^Ask for cover/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(ben.name)).toBeVisible()
  await axe(page)
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText(`Request sent to ${ben.name}`)).toBeVisible()
  const mine = page
    .getByRole('listitem')
    .filter({ hasText: isolating('You asked ', ben.name, ' to take over') })
  await expect(mine.getByRole('button', { name: /^Withdraw/ })).toBeVisible()

  const telephone = await elsewhere()
  await telephone.setViewportSize({ width: 390, height: 844 })
  await signIn(telephone, ben, '/my-shifts')
  const request = telephone
    .getByRole('listitem')
    .filter({ hasText: isolating('', anna.name, ' asks you to take over') })
  await request.getByRole('button', { name: /^Accept/ }).click()
  await expect(telephone.getByText('You take over this shift')).toBeVisible()
  await expect(telephone.getByRole('listitem').filter({ hasText: 'On call now' })).toContainText(
    schedule.name,
  )
  await axe(telephone)

  const browser = await registerBrowser(ben)
  const alert = await clerk.call(emergency.trigger, {
    query: { user_id: rosa.id },
    body: { emergency_type: 'fall' },
  })
  await expect
    .poll(async () => {
      const { deliveries } = await clerk.call(alerts.timeline, { params: { id: alert.id } })
      return deliveries.map(({ recipient, state }) => [recipient, state])
    })
    .toEqual([[ben.name, 'sent']])
  expect(browser.received()).toBe(1)
  browser.close()
})

test('a schedule is made in a form, shows its gaps, and takes overrides', async ({ page, person }) => {
  const { clerk, anna, ben } = await onCallTeam(person)
  await signIn(page, clerk, '/on-call/create')
  await settled(page)
  const name = unique('Weekends')
  await page.getByLabel('Name', { exact: true }).first().fill(name)
  await page.getByRole('button', { name: 'Add layer' }).click()
  const layer = page.getByRole('listitem', { name: 'Layer 1', exact: true })
  await choose(layer.getByLabel('Add a person'), anna.name)
  await choose(layer.getByLabel('Add a person'), ben.name)
  await layer.getByRole('button', { name: `Move ${ben.name} up` }).click()
  await expect(layer.getByRole('listitem').first()).toContainText(ben.name)
  await axe(page)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const shifts = page.getByRole('region', { name: 'Shifts' }).first()
  await expect(shifts.getByRole('heading', { name: 'On call now' })).toBeVisible()
  await expect(shifts.getByRole('list', { name: 'Final schedule' })).toContainText(ben.name)
  await axe(page)

  for (const { id } of [anna, ben])
    await clerk.call(onCall.addAbsence, {
      body: { person_id: id, starts_at: inHours(-1), ends_at: inHours(3) },
    })
  await page.reload()
  await expect(shifts.getByText('No one is on call', { exact: true }).first()).toBeVisible()
  await expect(shifts.getByText(/^No one is on call: /)).toBeVisible()

  await shifts.getByRole('button', { name: 'Add override' }).click()
  const dialog = page.getByRole('dialog')
  await choose(dialog.getByLabel('Person'), clerk.name)
  await dialog.getByRole('button', { name: 'Add override' }).click()
  await expect(dialog.getByText('This field is required').first()).toBeVisible()
  const type = async (label: string, instant: Date) => {
    const two = (value: number) => String(value).padStart(2, '0')
    const day = `${instant.getFullYear()}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`
    const field = dialog.getByLabel(label, { exact: true })
    await field.fill(`${day} ${two(instant.getHours())}:${two(instant.getMinutes())}`)
    await field.press('Tab')
  }
  await type('From', new Date(Date.now() - 3_600_000))
  await type('To', new Date(Date.now() + 3 * 3_600_000))
  await axe(page)
  await dialog.getByRole('button', { name: 'Add override' }).click()
  await expect(page.getByText('Override added')).toBeVisible()
  await expect(shifts.getByText(clerk.name).first()).toBeVisible()
  await shifts.getByRole('button', { name: `Remove the override of ${clerk.name}` }).click()
  await expect(shifts.getByText('No overrides')).toBeVisible()
})
