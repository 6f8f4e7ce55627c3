import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contacts } from '#contract/alerts/contacts.ts'
import { wellness } from '#contract/care/wellness.ts'
import { deviceEvents } from '#contract/devices/device-events.ts'
import { devices } from '#contract/devices/devices.ts'
import { apiKeys } from '#contract/identity/api-keys.ts'
import { elderly } from '#contract/people/elderly.ts'
import { choose, expect, origin, type Person, signIn, test, unique } from '#tests/fixtures/console.ts'
import { client } from '#tests/fixtures/http.ts'

const register = (clerk: Person, values: object = {}) =>
  clerk.call(devices.create, {
    body: {
      name: unique('Pendant'),
      serial: unique('SN'),
      kind: 'pendant',
      organization_id: clerk.organizationId,
      ...values,
    },
  })

const elsa = (clerk: Person) =>
  clerk.call(elderly.create, { body: { name: unique('Elsa'), organization_id: clerk.organizationId } })

test('device events appear as they arrive, and a test event can be sent by keyboard', {
  tag: '@journey',
}, async ({ page, person, complaints }) => {
  complaints.expect(/status of 404/)
  const clerk = await person('organization_admin')
  const device = await register(clerk, { person_id: (await elsa(clerk)).id })
  await signIn(page, clerk, '/devices/events')
  await expect(page.getByText('No device events yet')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()

  const body = { device_id: device.id, type: 'fall', battery: 63 }
  await client(origin, device.key).call(deviceEvents.ingest, { body })
  const fall = page.getByRole('row').filter({ hasText: 'Fall' })
  await expect(fall).toContainText('63%')
  await expect(fall.getByRole('link', { name: device.name })).toBeVisible()

  await page.getByLabel('Device (serial number)').fill(device.serial)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Test event sent ✓')).toBeVisible()
  await page.getByRole('button', { name: 'Trigger test alert' }).click()
  await expect(page.getByText('Test alert sent ✓')).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText('Test')

  await page.getByLabel('Device (serial number)').fill('no such device')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Failed: This device does not exist')).toBeVisible()
})

test('an API key is saved, used, and cleared', async ({ page, person, complaints }) => {
  complaints.expect(/status of 401/)
  const clerk = await person('organization_admin')
  const { serial } = await register(clerk)
  const body = { name: 'Feed', scopes: ['device-events:write' as const] }
  const { key } = await clerk.call(apiKeys.create, { body })
  await signIn(page, clerk, '/devices/events')
  const field = page.getByLabel('API key', { exact: true })
  await page.getByRole('button', { name: 'Save API key' }).click()
  await expect(page.getByText('Please enter an API key')).toBeVisible()

  for (const [value, said] of [
    ['vdk_made-up', 'Failed: Please sign in'],
    [key, 'Test event sent ✓'],
  ] as const) {
    await field.fill(value)
    await page.getByRole('button', { name: 'Save API key' }).click()
    await expect(page.getByText('API key saved successfully').first()).toBeVisible()
    await page.getByLabel('Device (serial number)').fill(serial)
    await page.getByRole('button', { name: 'Send test event' }).click()
    await expect(page.getByText(said)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Clear API key' }).click()
  await expect(page.getByText('API key cleared')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Clear API key' })).toBeHidden()
})

test('while the stream is down the feed polls, and then it is live again', async ({
  page,
  person,
  complaints,
}) => {
  complaints.expect(/Failed to load resource/)
  const clerk = await person('organization_admin')
  const device = await register(clerk)
  await page.route('**/api/device/events/stream?*', route => route.abort())
  await signIn(page, clerk, '/devices/events')
  const mode = page.getByRole('main').getByRole('status')
  await expect(mode.filter({ hasText: 'Polling every 5 s' })).toBeVisible()
  await clerk.call(deviceEvents.ingest, { body: { device_id: device.id, type: 'button' } })
  await expect(page.getByRole('row').filter({ hasText: 'Button' })).toBeVisible({ timeout: 8_000 })
  await page.unroute('**/api/device/events/stream?*')
  await expect(mode.filter({ hasText: 'Live' })).toBeVisible({ timeout: 8_000 })
})

test('profiles are edited and wellness is logged from the feed', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  const { user_id, name, id } = await elsa(clerk)
  await signIn(page, clerk, '/devices/events')
  await page.getByRole('button', { name: 'Manage profiles' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('User ID').fill(String(user_id))
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue(name)
  await dialog.getByLabel('Preferred name').fill('Elsie')
  await dialog.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Profile upserted ✓')).toBeVisible()
  expect((await clerk.call(elderly.show, { params: { id } })).preferred_name).toBe('Elsie')

  await page.getByRole('button', { name: 'Log wellness' }).click()
  await dialog.getByLabel('User ID').fill(String(user_id))
  await choose(dialog.getByLabel('Kind'), 'Vital signs')
  await dialog.getByLabel('Pulse (bpm)').fill('72')
  await dialog.getByRole('button', { name: 'Log' }).click()
  await expect(page.getByText('Wellness logged ✓')).toBeVisible()
  const { entries } = await clerk.call(wellness.show, { params: { id } })
  expect(entries).toMatchObject([{ kind: 'vitals', value: { pulse: 72 } }])
})

test('a registration shows the device’s key once, as text and as a QR code', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  await signIn(page, clerk, '/devices/create')
  const name = unique('Hub')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Serial number', { exact: true }).fill(unique('SN'))
  await page.getByLabel('Type', { exact: true }).click()
  await page.getByTitle('Hub', { exact: true }).click()
  await page.getByLabel('Organization', { exact: true }).click()
  await page.getByRole('option').first().waitFor({ state: 'attached' })
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Create' }).click()
  const dialog = page.getByRole('dialog', { name: 'Register the device' })
  await expect(dialog.getByRole('img', { name: `Registration code for ${name}` })).toBeVisible()
  const key = (await dialog.getByRole('code').textContent()) as string
  await client(origin, key).call(deviceEvents.ingest, { body: { type: 'heartbeat', battery: 88 } })
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Online')).toBeVisible()
  await expect(page.getByText(key)).toBeHidden()
})

test('a device that stops reporting is shown as unknown, and its person as uncovered', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  const { id: person_id, name } = await elsa(clerk)
  const device = await register(clerk, { person_id, report_interval_seconds: 10 })
  const friend = { person_id, name: 'Nora', relationship: 'friend', phone: '+49 30 1', priority: 1 } as const
  await clerk.call(contacts.create, { body: friend })
  const hour = new Date(Date.now() - 3_600_000).toISOString()
  await clerk.call(deviceEvents.ingest, { body: { device_id: device.id, type: 'heartbeat', ts: hour } })
  await signIn(page, clerk, '/devices')
  const row = page.getByRole('row').filter({ hasText: device.name })
  await expect(row).toContainText('Unknown')
  await expect(row).toContainText('Silent')

  await page.goto('/devices/coverage')
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Silent')
  await clerk.call(deviceEvents.ingest, { body: { device_id: device.id, type: 'heartbeat', battery: 80 } })
  await page.reload()
  await expect(page.getByText('Everyone can raise an alert')).toBeVisible()
})

test('the sample page shows the feed on another origin', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  const device = await register(clerk)
  const scopes = ['devices:read' as const, 'device-events:write' as const]
  const { key } = await clerk.call(apiKeys.create, { body: { name: 'Page', scopes } })
  const manual = readFileSync('docs/device-feed.md', 'utf8')
  const sample = manual.match(/```html sample\.html\n(.*?)```/s)?.[1] as string
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(request.url === '/' ? sample.replace('https://voicedeck.example', origin) : '')
  }).listen(0, '127.0.0.1')
  try {
    await expect.poll(() => server.address()).not.toBeNull()
    const said: string[] = []
    page.on('dialog', dialog => {
      said.push(dialog.message())
      void dialog.accept()
    })
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    await page.addInitScript(key => localStorage.setItem('device_api_key', key), key)
    await page.goto(address)
    await expect(page.locator('#deviceFeedStatus')).toHaveText('Live')
    await page.getByLabel('Device').fill(device.serial)
    await page.getByRole('button', { name: 'Send test event' }).click()
    await expect(page.locator('#deviceEvents tr')).toContainText([device.id])
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => said).toEqual(['Test event sent ✓', 'API key cleared', 'Please enter an API key'])
  } finally {
    server.close()
  }
})
