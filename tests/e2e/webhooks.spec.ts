import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { webhookEndpoints } from '#contract/platform/webhooks.ts'
import { axe, test as base, expect, settled, signIn } from '#tests/fixtures/console.ts'

interface Delivered {
  headers: Record<string, string>
  body: string
}

/** A system that receives webhooks, and answers with its `status`. */
const test = base.extend<{ receiver: { url: string; received: Delivered[]; status: number } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  receiver: async ({}, use) => {
    const receiver = { url: '', received: [] as Delivered[], status: 204 }
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const headers = request.headers as Record<string, string>
      receiver.received.push({ headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(receiver.status).end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`
    await use(receiver)
    server.closeAllConnections()
    server.close()
  },
})

test('an admin sets up an endpoint, tests it, finds the delivery in the log and replays it', {
  tag: '@journey',
}, async ({ page, person, receiver }) => {
  await signIn(page, await person('organization_admin'))
  await page.goto('/webhook-endpoints')
  await page.getByRole('link', { name: 'New endpoint' }).first().click()
  await expect(page.getByRole('heading', { name: 'New endpoint' })).toBeVisible()
  await settled(page)
  await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url)
  await page.getByRole('textbox', { name: 'Description' }).fill('Care records')
  await page.getByLabel('Event types').click()
  await page.keyboard.type('Device reg')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Signing secret' })
  const secret = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click()

  await expect(page.getByRole('heading', { name: receiver.url })).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Send test event' }).click()
  await page.getByRole('button', { name: 'Open delivery' }).click()
  await expect(page).toHaveURL(/\/webhook-deliveries\//)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Test event')
  await expect.poll(() => receiver.received.length).toBe(1)
  await page.reload()
  await expect(page.getByText('Delivered', { exact: true })).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Replay' }).click()
  await expect.poll(() => receiver.received.length).toBe(2)
  const [first, again] = receiver.received
  expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  for (const { headers, body } of receiver.received)
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'webhook.test' })

  await page.goto('/webhook-deliveries')
  const row = page.getByRole('row').nth(1)
  await expect(row).toContainText('Test event')
  await expect(row.getByRole('link', { name: receiver.url })).toBeVisible()
  await axe(page)
})

test('an admin rotates the secret, pauses the endpoint and replays what failed, with the keyboard', async ({
  page,
  person,
  receiver,
}) => {
  const owner = await person('organization_admin')
  const body = { url: receiver.url, event_types: ['device.created' as const] }
  const { id, secret } = await owner.call(webhookEndpoints.create, { body })
  await signIn(page, owner)
  await page.goto(`/webhook-endpoints/${id}`)
  const actions = page.getByRole('button', { name: 'More actions' })
  const choose = async (name: string) => {
    await actions.press('Enter')
    await page.getByRole('button', { name, exact: true }).press('Enter')
  }
  await choose('Rotate secret')
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New signing secret' })
  await expect(dialog.locator('code')).toHaveText(/^whsec_/)
  await expect(dialog.locator('code')).not.toHaveText(secret)
  await axe(page)
  await dialog.getByRole('button', { name: 'I’ve saved it' }).press('Enter')

  await choose('Replay failed events')
  const replay = page.getByRole('dialog', { name: 'Replay failed events' })
  await axe(page)
  await replay.getByRole('button', { name: 'Replay' }).press('Enter')
  await expect(page.getByText('0 events queued again')).toBeVisible()

  await choose('Pause')
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  await choose('Resume')
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
})
