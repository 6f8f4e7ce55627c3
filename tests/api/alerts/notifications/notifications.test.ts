// @module-tag clock

import { describe, expect } from 'vitest'
import { notifications } from '#contract/alerts/notifications.ts'
import { familySimple } from '#contract/care/family-simple.ts'
import { test } from '#tests/fixtures/api.ts'
import { assigned } from '#tests/fixtures/care.ts'

const subscription = (name: string) => ({
  endpoint: `https://push.example.org/${name}`,
  keys: { p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA', auth: 'tBHItJI5svbpez7KI4CCXg' },
})
const always = { from: '00:00', to: '23:59', time_zone: 'UTC' }

describe('notifications', () => {
  test('go to the registered devices, after the quiet hours', async ({ api }) => {
    // What is tried in vain is due again a little later.
    await api.services.jobs.stop()
    const elsa = await api.signedIn('elderly_user')
    const mira = await api.signedIn('family_member', { organizationId: elsa.organizationId })
    await assigned(api, elsa, mira)
    const body = { subscription: subscription(elsa.id) }
    const { reply: device } = await elsa.call(notifications.registerDevice, { body })
    expect(device.target).toBe('push.example.org')
    const tell = (text: string) =>
      mira.call(familySimple.quickMessage, { query: { user_id: String(elsa.userId) }, body: { text } })
    await tell('now')
    await elsa.call(notifications.setPreferences, { body: { quiet_hours: always } })
    await tell('later')
    await elsa.call(notifications.setPreferences, { body: { muted: ['message'] } })
    await tell('never')
    const { reply } = await elsa.call(notifications.history)
    const [never, later, now] = reply.notifications
    expect([never?.deliver_at, now?.devices]).toEqual([null, 1])
    expect(later?.deliver_at?.slice(11, 16)).toBe('23:59')
    const due = await api.db
      .selectFrom('deliveries')
      .select(['notification_id', 'due_at'])
      .where('recipient_id', '=', elsa.id)
      .orderBy('created_at')
      .execute()
    expect(due).toEqual([
      { notification_id: now?.id, due_at: now?.deliver_at },
      { notification_id: later?.id, due_at: later?.deliver_at },
    ])
    const page = (await elsa.call(notifications.history, { query: { limit: 1, offset: 1 } })).reply
    expect([page.total, page.notifications[0]?.id]).toEqual([3, later?.id])
  })

  test('can be tested at any hour, and are marked as seen once', async ({ api }) => {
    const elsa = await api.signedIn('elderly_user')
    await elsa.call(notifications.setPreferences, { body: { quiet_hours: always, muted: ['test'] } })
    const { status, reply } = await elsa.call(notifications.test)
    expect([status, reply.devices]).toEqual([201, 0])
    expect(Date.parse(reply.deliver_at ?? '')).toBeLessThanOrEqual(Date.now())
    const params = { id: reply.id }
    const seen = await elsa.call(notifications.acknowledge, { params })
    expect((await elsa.call(notifications.acknowledge, { params })).reply).toEqual(seen.reply)
    expect((await elsa.call(notifications.history)).reply).toMatchObject({ total: 1, unacknowledged: 0 })
  })

  test('are visible to their recipient only', async ({ api }) => {
    const [elsa, admin] = [await api.signedIn('elderly_user'), await api.signedIn('super_admin')]
    const { reply } = await elsa.call(notifications.test)
    const query = { user_id: String(elsa.userId) }
    expect((await admin.call(notifications.history, { query })).status).toBe(404)
    expect((await admin.call(notifications.acknowledge, { params: { id: reply.id } })).status).toBe(404)
    expect((await elsa.call(notifications.preferences, { query })).status).toBe(200)
  })

  test('have templates whose placeholders are filled in once', async ({ api }) => {
    const owner = await api.signedIn('organization_admin', { name: 'Anna {organization}' })
    const body = { name: 'visit', title: 'Visit on {date}', body: 'Dear {name}, {organization} comes.' }
    const { reply } = await owner.call(notifications.addTemplate, { body })
    expect(reply.preview.body).toBe('Dear Anna {organization}, Haus Amsel comes.')
    expect(reply.preview.title).toMatch(/^Visit on \d{4}-\d\d-\d\d$/)
    await owner.call(notifications.addTemplate, { body: { ...body, title: 'Visit' } })
    const { templates } = (await owner.call(notifications.templates)).reply
    expect(templates.map(({ title }) => title)).toEqual(['Visit'])
    const wrong = { ...body, body: 'Dear {password}' }
    expect((await owner.call(notifications.addTemplate, { body: wrong })).status).toBe(422)
    const other = await api.signedIn('organization_admin')
    expect((await other.call(notifications.templates)).reply.templates).toEqual([])
  })
})
