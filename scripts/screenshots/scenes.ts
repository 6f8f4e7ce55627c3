/** What stands in the pictures of `npm run screenshots` beyond the demo data. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { devices } from '#contract/devices/devices.ts'
import { auth } from '#contract/identity/auth.ts'
import { bulk } from '#contract/kit/bulk.ts'
import { figureRules } from '#contract/platform/figure-rules.ts'
import { presencePath } from '#contract/platform/presence.ts'
import { reports } from '#contract/platform/reports.ts'
import { type Client, client, login } from '#tests/fixtures/http.ts'
import { newestLink } from '#tests/fixtures/outbox.ts'

export const admin = { username: 'robin', email: 'robin@example.org', password: 'only for the pictures' }

/** Changes hubs in bulk, and two of them again afterwards. */
export async function changeHubs(staff: Client): Promise<void> {
  const { devices: hubs } = await staff.call(devices.list, {
    query: { kind: 'hub', _sort: 'name', _end: 12 },
  })
  const ids = hubs.map(({ id }) => id)
  const patch = { report_interval_seconds: 1_800 }
  const { id } = await staff.call(devices.updateMany, { body: { ids, count: ids.length, patch } })
  while ((await staff.call(bulk.show, { params: { id } })).state === 'running') await pause(100)
  for (const id of ids.slice(0, 2))
    await staff.call(devices.update, { params: { id }, body: { report_interval_seconds: 600 } })
}

/** Sends a list and figures on a schedule. */
export async function scheduleReports(staff: Client): Promise<void> {
  const source = { kind: 'figures', name: 'revenue', range: '30d' } as const
  const { people } = await staff.call(reports.people, { query: { kind: source.kind, name: source.name } })
  const recipient_ids = people.slice(0, 2).map(({ id }) => id)
  const pendants = {
    kind: 'list',
    name: 'devices',
    query: 'kind=pendant',
    path: '/devices?kind=pendant',
  } as const
  await staff.call(reports.create, {
    body: {
      name: 'Pendants',
      source: pendants,
      schedule: { repeat: 'weekly', weekdays: [1, 4], time: '08:00' },
      recipient_ids,
    },
  })
  await staff.call(reports.create, {
    body: {
      name: 'Revenue of the month',
      source,
      schedule: { repeat: 'monthly', time: '07:30' },
      recipient_ids,
    },
  })
}

/** Watches a figure, and waits for the first check. @returns the id of the rule */
export async function watchFigure(staff: Client): Promise<string> {
  const { id } = await staff.call(auth.me)
  const rule = await staff.call(figureRules.create, {
    body: {
      name: 'Many active people',
      source: { name: 'usage', figure: 'active_users', filters: {} },
      condition: { kind: 'above', value: 100, recovery: 90 },
      period: '1d',
      every: '1d',
      recipient_ids: [id],
    },
  })
  while (!(await staff.call(figureRules.show, { params: { id: rule.id } })).checked_at) await pause(200)
  return rule.id
}

/** Lets someone else edit a device and save it while its form is open. */
export async function editTogether(page: Page, origin: string, id: string): Promise<void> {
  const token = await login(origin, 'adam.admin', admin.password)
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${presencePath}`)
  await new Promise(resolve => socket.addEventListener('open', resolve, { once: true }))
  socket.send(JSON.stringify({ type: 'auth', token }))
  const records = [{ resource: 'devices', id, is_editing: true, field: 'report_interval_seconds' }]
  socket.send(JSON.stringify({ type: 'open', records }))
  await page.getByText('is editing', { exact: false }).last().waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Pendant of the night shift')
  // What was read in the same instant as a change would not be read again.
  await page.clock.setFixedTime(new Date(Date.now() + 60_000))
  const body = { name: 'Pendant, ground floor', report_interval_seconds: 1_200 }
  await client(origin, token).call(devices.update, { params: { id }, body })
  await page.locator('[data-conflict]').waitFor()
}

/** Waits for the admin's invitation e-mail and returns its link. */
export async function letterLink(dataDir: string): Promise<string> {
  for (;;) {
    const link = await newestLink(dataDir, admin.email, 'Choose a new password')
    if (link) return link
    await pause(100)
  }
}
