// @module-tag clock

import { v7 as uuid } from 'uuid'
import { describe, expect, vi } from 'vitest'
import { maxUnread, notifications } from '#contract/alerts/notifications.ts'
import { familySimple } from '#contract/care/family-simple.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { assigned } from '#tests/fixtures/care.ts'
import { listening } from '#tests/fixtures/listening.ts'
import { changesOn, follow } from '#tests/fixtures/live.ts'

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

/** Stores notifications of a person as if they had arrived one second after the other, newest last. @returns their ids */
async function arrive({ db }: Api, person: Caller, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: uuid(),
    organization_id: person.organizationId,
    person_id: person.id,
    kind: 'report',
    title: `Report ${index}`,
    body: '',
    path: '/reports',
    deliver_at: null,
    devices: 0,
    // Pairs of the same time: pages must tell them apart.
    created_at: new Date(Date.now() - 60_000 + Math.floor(index / 2) * 1_000).toISOString(),
    acknowledged_at: null,
  }))
  await db.insertInto('notifications').values(rows).execute()
  return rows.map(({ id }) => id)
}
const unreadOf = async (person: Caller) => (await person.call(notifications.unread)).reply.unread

describe('the notification centre', () => {
  test('reads pages that neither repeat nor skip any while new ones arrive', async ({ api }) => {
    const anna = await api.signedIn('admin')
    const ids = await arrive(api, anna, 7)
    const seen: string[] = []
    for (let before: string | undefined; ; before = seen.at(-1)) {
      const query = { limit: 3, ...(before && { before }) }
      const { reply } = await anna.call(notifications.history, { query })
      seen.push(...reply.notifications.map(({ id }) => id))
      if (reply.notifications.length < 3) break
      await anna.call(notifications.test)
    }
    expect(seen).toEqual(ids.toReversed())
    const other = await api.signedIn('admin')
    const [foreign] = await arrive(api, other, 2)
    const { reply } = await anna.call(notifications.history, { query: { before: foreign as string } })
    expect(reply.notifications).toEqual([])
  })

  test('counts what is unread, each person for themselves, on every instance', async ({ api }) => {
    const [anna, bert] = [await api.signedIn('admin'), await api.signedIn('admin')]
    const ids = await arrive(api, anna, 3)
    await arrive(api, bert, 2)
    const newest = { id: ids[2] as string }
    expect([await unreadOf(anna), await unreadOf(bert)]).toEqual([3, 2])
    expect((await bert.call(notifications.unacknowledge, { params: newest })).status).toBe(404)
    await bert.call(notifications.acknowledgeAll, { body: { through: newest.id } })
    expect([await unreadOf(anna), await unreadOf(bert)]).toEqual([3, 2])

    await anna.call(notifications.acknowledge, { params: newest })
    expect(await unreadOf(anna)).toBe(2)
    const { reply } = await anna.call(notifications.unacknowledge, { params: newest })
    expect([reply.acknowledged_at, await unreadOf(anna)]).toEqual([null, 3])

    // One that arrives while the person looks at the list stays unread.
    const { reply: late } = await anna.call(notifications.test)
    const body = { through: newest.id }
    expect((await anna.call(notifications.acknowledgeAll, { body })).reply).toEqual({ acknowledged: 3 })
    expect((await anna.call(notifications.acknowledgeAll, { body })).reply).toEqual({ acknowledged: 0 })
    const { app } = await listening(api)
    const answer = await app.inject({
      url: notifications.history.path,
      headers: { authorization: `Bearer ${anna.token}` },
    })
    expect(answer.json()).toMatchObject({ unacknowledged: 1, total: 4 })
    expect(answer.json().notifications[0]).toMatchObject({ id: late.id, acknowledged_at: null })
    expect(answer.json().notifications[1]).toMatchObject({ id: newest.id, path: '/reports' })
  })

  test('stops counting at a limit', async ({ api }) => {
    const anna = await api.signedIn('admin')
    await arrive(api, anna, maxUnread + 5)
    expect(await unreadOf(anna)).toBe(maxUnread)
  })

  test('streams changes to their recipient alone', async ({ api }) => {
    const { url } = await listening(api)
    const anna = await api.signedIn('organization_admin')
    const colleague = await api.signedIn('super_admin', { organizationId: anna.organizationId })
    const [own, other] = [await follow(url, anna), await follow(url, colleague)]
    expect(own.resources).toContain('notifications')
    const { reply } = await anna.call(notifications.test)
    await anna.call(notifications.acknowledge, { params: { id: reply.id } })
    const told = (stream: typeof own) =>
      changesOn(stream).flatMap(({ resource, id }) => (resource === 'notifications' ? [id] : []))
    await vi.waitFor(() => expect(told(own)).toEqual([reply.id, reply.id, reply.id]))
    const { reply: theirs } = await colleague.call(notifications.test)
    await vi.waitFor(() => expect(told(other)).toContain(theirs.id))
    expect(new Set(told(other))).toEqual(new Set([theirs.id]))
    expect(new Set(told(own))).toEqual(new Set([reply.id]))
  })

  test('keeps hidden kinds for a client that does not know of them', async ({ api }) => {
    const anna = await api.signedIn('admin')
    await anna.call(notifications.setPreferences, { body: { hidden: ['report'] } })
    const { reply } = await anna.call(notifications.setPreferences, { body: { muted: ['media'] } })
    expect(reply).toEqual({ quiet_hours: null, muted: ['media'], hidden: ['report'] })
    expect((await anna.call(notifications.preferences)).reply).toEqual(reply)
    const body = { hidden: ['on_call'] } as never
    expect((await anna.call(notifications.setPreferences, { body })).status).toBe(422)
  })
})
