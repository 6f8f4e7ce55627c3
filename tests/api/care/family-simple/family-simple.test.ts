import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { describe, expect } from 'vitest'
import { alerts } from '#contract/alerts/alerts.ts'
import { notifications } from '#contract/alerts/notifications.ts'
import { care } from '#contract/care/care.ts'
import { familySimple } from '#contract/care/family-simple.ts'
import { healthQuick } from '#contract/care/health-quick.ts'
import { type Api, test } from '#tests/fixtures/api.ts'
import { assigned } from '#tests/fixtures/care.ts'
import { alarm, configure, giveLadder, household, isDone, recordWhen } from '#tests/fixtures/ladders.ts'
import { bomb, form, photograph } from '#tests/fixtures/pictures.ts'
import { mailReceiver } from '#tests/fixtures/receivers.ts'

/** Somebody, their daughter and their carer. */
async function family(api: Api) {
  const elsa = await api.signedIn('elderly_user', { name: 'Elsa Amsel' })
  const { organizationId } = elsa
  const mira = await api.signedIn('family_member', { organizationId, name: 'Mira Amsel' })
  const jonas = await api.signedIn('caregiver', { organizationId, name: 'Jonas Fink' })
  for (const carer of [mira, jonas]) await assigned(api, elsa, carer)
  return { elsa, mira, jonas, query: { user_id: String(elsa.userId) } }
}

describe('a message of the family', () => {
  test('reaches everyone in the circle, and shows who has read it', async ({ api }) => {
    const { elsa, mira, jonas, query } = await family(api)
    const { status, reply } = await mira.call(familySimple.quickMessage, { query, body: { text: 'Hello!' } })
    expect([status, reply.author_name, reply.acknowledged]).toEqual([201, 'Mira Amsel', []])
    for (const one of [elsa, jonas]) {
      const { notifications: told } = (await one.call(notifications.history)).reply
      expect(told).toMatchObject([{ kind: 'message', title: 'Message from Mira Amsel', body: 'Hello!' }])
    }
    expect((await mira.call(notifications.history)).reply.total).toBe(0)
    const params = { id: reply.id }
    await elsa.call(familySimple.acknowledge, { params })
    const seen = await elsa.call(familySimple.acknowledge, { params })
    expect(seen.reply.acknowledged).toMatchObject([{ person_id: elsa.id, name: 'Elsa Amsel' }])
    const { items } = (await jonas.call(familySimple.feed, { query })).reply
    expect(items).toMatchObject([{ kind: 'message', text: 'Hello!', by_name: 'Mira Amsel' }])
  })

  test('sent twice counts once', async ({ api }) => {
    const { elsa, mira, query } = await family(api)
    const body = { id: uuid(), text: 'Hello!' }
    const [first, again] = [
      await mira.call(familySimple.quickMessage, { query, body }),
      await mira.call(familySimple.quickMessage, { query, body }),
    ]
    expect(again.reply).toEqual(first.reply)
    expect((await elsa.call(notifications.history)).reply.total).toBe(1)
    expect((await elsa.call(familySimple.quickMessage, { body })).status).toBe(409)
  })

  test('that requests a check-in goes to the person only', async ({ api }) => {
    const { elsa, mira, jonas, query } = await family(api)
    await mira.call(familySimple.requestCheckin, { query, body: {} })
    expect((await elsa.call(notifications.history)).reply.total).toBe(1)
    expect((await jonas.call(notifications.history)).reply.total).toBe(0)
  })

  test('to everyone goes to the people whom the sender looks after, and to no one else', async ({ api }) => {
    const { elsa, jonas } = await family(api)
    const other = await api.signedIn('elderly_user', { organizationId: elsa.organizationId })
    const { reply } = await jonas.call(familySimple.broadcast, { body: { text: 'I come at noon' } })
    expect(reply.messages.map(({ user_id }) => user_id)).toEqual([elsa.userId])
    const named = { text: 'Hello', user_ids: [elsa.userId, other.userId] }
    expect((await jonas.call(familySimple.broadcast, { body: named })).status).toBe(404)
    const operator = await api.signedIn('operator')
    expect((await operator.call(familySimple.broadcast, { body: { text: 'Hello' } })).status).toBe(422)
  })

  test('is not accessible to strangers', async ({ api }) => {
    const { mira, query } = await family(api)
    const { reply } = await mira.call(familySimple.quickMessage, { query, body: { text: 'Hello!' } })
    const stranger = await api.signedIn('family_member')
    const params = { id: reply.id }
    expect((await stranger.call(familySimple.acknowledge, { params })).status).toBe(404)
    expect((await stranger.call(familySimple.feed, { query })).status).toBe(404)
    expect((await stranger.call(familySimple.quickMessage, { query, body: { text: 'Hi' } })).status).toBe(404)
  })
})

describe('the status of a person who needs help', () => {
  test('shows that no one was notified, where that is so', async ({ api }) => {
    const { owner, elsa } = await household(api)
    const mira = await api.signedIn('family_member', { organizationId: owner.organizationId })
    await assigned(api, elsa, mira)
    await giveLadder(api, owner.organizationId, [{ who: 'contacts', channel: 'mail' }])
    const query = { user_id: String(elsa.userId) }
    expect((await mira.call(familySimple.status, { query })).reply.help).toBeNull()

    const alert = await alarm(elsa)
    await recordWhen(owner, alert.id, isDone)
    const { help } = (await mira.call(familySimple.status, { query })).reply
    expect(help).toMatchObject({
      open_alerts: 1,
      since: alert.raised_at,
      notified: [],
      responders: [],
      unowned: true,
      contacts: 0,
    })
    const summary = await mira.call(care.person, { params: { id: elsa.id } })
    expect(summary.reply.help).toEqual(help)
  })

  test('shows who was notified through which channel, who was not, and who took over', async ({ api }) => {
    const mail = await mailReceiver()
    await configure(api, { SMTP_URL: mail.url })
    const { owner, elsa } = await household(api, 'Anna', 'Jonas')
    await giveLadder(api, owner.organizationId, [
      { who: 'contacts', channel: 'mail', priority: 1 },
      { who: 'contacts', channel: 'sms', priority: 2 },
    ])
    const alert = await alarm(elsa)
    await recordWhen(owner, alert.id, isDone)
    const params = { id: elsa.id }
    const before = (await owner.call(care.person, { params })).reply.help
    expect(before).toMatchObject({ unreached: 1, unowned: true, responders: [], contacts: 2 })
    expect(before?.notified).toMatchObject([{ recipient: 'Anna', channel: 'mail', state: 'sent' }])

    await owner.call(alerts.acknowledge, { params: { id: alert.id } })
    const { help } = (await owner.call(care.person, { params })).reply
    expect(help).toMatchObject({
      unowned: false,
      responders: [{ name: expect.stringContaining('organization_admin') }],
    })
    expect(Date.parse(help?.responders[0]?.since ?? '')).toBeGreaterThanOrEqual(Date.parse(alert.raised_at))
  })
})

describe('a shared picture', () => {
  test('is turned upright and stored without location, camera or hidden data', async ({ api }) => {
    const { elsa, mira, query } = await family(api)
    const original = await photograph()
    expect((await sharp(original).metadata()).exif?.includes('Phone call')).toBe(true)
    const hidden = Buffer.from('<script>alert(1)</script>PK\u0003\u0004')
    const sent = form(Buffer.concat([original, hidden]), { caption: 'From the garden' })
    const { status, reply } = await mira.call(familySimple.shareMedia, { query, ...sent })
    expect([status, reply.kind, reply.text]).toEqual([201, 'media', 'From the garden'])
    expect(reply.media).toMatchObject({ width: 48, height: 64 })
    const answer = await api.app.inject({
      url: reply.media?.url ?? '',
      headers: { authorization: `Bearer ${elsa.token}` },
    })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
    const kept = await sharp(answer.rawPayload).metadata()
    expect([kept.width, kept.height, kept.exif, kept.orientation]).toEqual([48, 64, undefined, undefined])
    for (const secret of ['Phone call', 'script', 'PK\u0003\u0004'])
      expect(answer.rawPayload.includes(secret)).toBe(false)
    const stranger = await api.signedIn('caregiver')
    const params = { id: reply.media?.id ?? '' }
    expect((await stranger.call(familySimple.media, { params })).status).toBe(404)
  })

  test('is refused if it is not an image', async ({ api }) => {
    const { mira, query } = await family(api)
    const whole = await photograph()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    const refused = {
      'an SVG that calls itself a JPEG': form(svg),
      'a page': form(Buffer.from('<!doctype html><script>1</script>'), { type: 'image/png' }),
      'a GIF, which nobody asked for': form(
        Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;', 'latin1'),
      ),
      'another kind behind its first bytes': form(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), svg])),
      'a picture cut off': form(whole.subarray(0, whole.length / 2)),
      'a decompression bomb': form(await bomb(), { type: 'image/png' }),
      nothing: form(Buffer.alloc(0)),
      'under another name': form(whole, { name: 'file' }),
    }
    for (const [name, sent] of Object.entries(refused)) {
      const { status } = await mira.call(familySimple.shareMedia, { query, ...sent })
      expect.soft(status, name).toBe(422)
    }
    const large = form(Buffer.alloc(10 * 1024 * 1024 + 1))
    expect((await mira.call(familySimple.shareMedia, { query, ...large })).status).toBe(413)
    expect(
      await api.db
        .selectFrom('family_media')
        .select('id')
        .where('organization_id', '=', mira.organizationId)
        .execute(),
    ).toEqual([])
  })
})

describe('wellbeing', () => {
  test('is shown with its evidence', async ({ api }) => {
    const { elsa, mira, query } = await family(api)
    expect((await mira.call(familySimple.status, { query })).reply).toMatchObject({
      name: 'Elsa Amsel',
      status: 'unknown',
      reason: 'nothing_heard',
    })
    await elsa.call(healthQuick.checkin, { body: { feeling: 'good' } })
    const { reply } = await mira.call(familySimple.status, { query })
    expect(reply).toMatchObject({ status: 'well', reason: 'checkin', open_alerts: 0 })
    expect(reply.evidence?.[0]?.age_seconds).toBeLessThan(60)
  })
})
