// @module-tag clock

import { createHmac } from 'node:crypto'
import { describe, expect } from 'vitest'
import { alerts } from '#contract/alerts/alerts.ts'
import { pushNotifications } from '#contract/alerts/push-notifications.ts'
import { auth } from '#contract/identity/auth.ts'
import { test } from '#tests/fixtures/api.ts'
import { alarm, configure, giveLadder, hook, household, isDone, recordWhen } from '#tests/fixtures/ladders.ts'
import { httpReceiver, mailReceiver, pushReceiver } from '#tests/fixtures/receivers.ts'

const twilio = (url: string) => ({
  TWILIO_URL: url,
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'secret',
  TWILIO_FROM: '+15005550006',
})

describe('the ladder of an alert', () => {
  test('reaches people by browser, mail server, webhook and telephone', async ({ api }) => {
    const [browser, mail, system, carrier] = [
      await pushReceiver(),
      await mailReceiver(),
      await httpReceiver(),
      await httpReceiver(),
    ]
    await configure(api, { SMTP_URL: mail.url, ...twilio(carrier.url) })
    const { owner, elsa } = await household(api, 'Anna')
    await giveLadder(api, owner.organizationId, [
      { who: 'operators', channel: 'push' },
      { who: 'webhooks', channel: 'webhook' },
      { who: 'contacts', channel: 'mail' },
      { who: 'contacts', channel: 'sms' },
      { who: 'contacts', channel: 'voice' },
    ])
    const secret = await hook(owner, `${system.url}/alarm`)
    const olivia = await api.signedIn('operator')
    await olivia.call(auth.updateMe, { body: { locale: 'es' } })
    const subscribed = await olivia.call(pushNotifications.addChannel, {
      body: { kind: 'push', subscription: browser.subscription },
    })
    expect(subscribed.status).toBe(201)
    const alert = await alarm(elsa)
    const record = await recordWhen(owner, alert.id, isDone)

    const by = (channel: string) => record.deliveries.find(delivery => delivery.channel === channel)
    expect(record.deliveries.map(({ channel, state }) => [channel, state])).toEqual([
      ['push', 'sent'],
      ['webhook', 'delivered'],
      ['mail', 'sent'],
      ['sms', 'sent'],
      ['voice', 'sent'],
    ])
    // Each in the language of who reads it.
    expect(browser.messages()).toMatchObject([
      {
        id: by('push')?.id,
        title: 'Alerta de emergencia: Emergencia',
        text: expect.stringMatching(/^Elsa necesita ayuda: Emergencia \(Crítica\)/),
      },
    ])
    expect(browser.received[0]?.headers).toMatchObject({ urgency: 'high', 'idempotency-key': by('push')?.id })
    expect(mail.letters).toMatchObject([{ to: ['anna@post.example'] }])
    expect(mail.letters[0]?.text).toContain('Elsa needs help')
    expect(mail.letters[0]?.text).toContain(`<${by('mail')?.id}@`)

    const [called] = system.received
    expect(called?.headers['idempotency-key']).toBe(by('webhook')?.id)
    const [t = '', v1] = String(called?.headers['x-voicedeck-signature'])
      .split(',')
      .map(part => part.split('=')[1])
    const signed = createHmac('sha256', secret as string)
      .update(`${t}.${called?.body}`)
      .digest('hex')
    expect(v1).toBe(signed)

    const sent = carrier.received.map(
      ({ path, body }) => [path, new URLSearchParams(body.toString())] as const,
    )
    expect(sent.map(([path, body]) => [path, body.get('To')])).toEqual(
      expect.arrayContaining([
        ['/2010-04-01/Accounts/AC1/Messages.json', '+494066969001'],
        ['/2010-04-01/Accounts/AC1/Calls.json', '+494066969001'],
      ]),
    )
    expect(record.alert).toMatchObject({ state: 'notified', status: 'active', contacts_notified: 2 })
    expect(record.timeline.map(({ type }) => type).sort()).toEqual([
      'exhausted',
      'notified',
      'notified',
      'notified',
      'notified',
      'notified',
      'received',
    ])
  })

  test('records unconfigured channels and continues immediately', async ({ api }) => {
    const system = await httpReceiver()
    await configure(api, {})
    const { owner, elsa } = await household(api, 'Anna')
    await giveLadder(api, owner.organizationId, [
      { who: 'contacts', channel: 'voice', times: 3, every_seconds: 60 },
      { who: 'contacts', channel: 'mail', wait_seconds: 300 },
      { who: 'webhooks', channel: 'webhook', wait_seconds: 300 },
    ])
    await hook(owner, system.url)
    const { id } = await alarm(elsa)
    const { deliveries, timeline } = await recordWhen(owner, id, isDone)
    expect(deliveries.map(({ channel, state }) => [channel, state])).toEqual([
      ['voice', 'not_configured'],
      ['mail', 'not_configured'],
      ['webhook', 'delivered'],
      ['voice', 'not_configured'],
      ['voice', 'not_configured'],
    ])
    expect(system.received).toHaveLength(1)
    expect(timeline.map(({ type }) => type)).toEqual([
      'received',
      'unreached',
      'unreached',
      'notified',
      'exhausted',
    ])
  })

  test('retries what a carrier could not accept, and gives up on what it refuses', async ({ api }) => {
    const carrier = await httpReceiver((_, count) => (count === 1 ? 503 : 201))
    await configure(api, twilio(carrier.url))
    const { owner, elsa } = await household(api, 'Anna')
    await giveLadder(api, owner.organizationId, [{ who: 'contacts', channel: 'sms' }])
    const { id } = await alarm(elsa)
    const { deliveries } = await recordWhen(owner, id, isDone)
    expect(deliveries).toMatchObject([{ state: 'sent', attempts: 2, repeats: 0 }])
    const keys = carrier.received.map(({ headers }) => headers['i-twilio-idempotency-token'])
    expect(keys).toEqual([deliveries[0]?.id, deliveries[0]?.id])

    const refusing = await httpReceiver(() => 400)
    await configure(api, twilio(refusing.url))
    const second = await alarm(elsa)
    const refused = await recordWhen(owner, second.id, isDone)
    expect(refused.deliveries).toMatchObject([{ state: 'failed', attempts: 1, answer: '400 {"ok":true}' }])
    expect(refused.alert).toMatchObject({ status: 'pending', contacts_notified: 0 })
  })

  test('stops on acknowledgement, and is re-armed if no resolution follows', async ({ api }) => {
    const system = await httpReceiver()
    await configure(api, {})
    const { owner, elsa } = await household(api)
    await giveLadder(
      api,
      owner.organizationId,
      [
        { who: 'webhooks', channel: 'webhook' },
        { who: 'webhooks', channel: 'webhook', wait_seconds: 600 },
      ],
      1,
    )
    await hook(owner, system.url)
    const { id } = await alarm(elsa)
    const called = await recordWhen(owner, id, ({ alert }) => alert.status === 'active')
    expect(Date.parse(called.alert.next_escalation_at ?? '') - Date.now()).toBeGreaterThan(590_000)
    const olivia = await api.signedIn('operator')
    const acknowledged = (await olivia.call(alerts.acknowledge, { params: { id } })).reply
    expect(acknowledged.next_escalation_at).toBeNull()
    const stopped = await recordWhen(owner, id, isDone)
    expect(stopped.deliveries.map(({ state }) => state)).toEqual(['delivered', 'stopped'])

    const again = await recordWhen(
      owner,
      id,
      ({ alert, deliveries }) => alert.round === 2 && deliveries[2]?.state === 'delivered',
    )
    expect(again.alert).toMatchObject({ owner_id: null, acknowledged_by: olivia.id, state: 'notified' })
    expect(system.received).toHaveLength(2)
    const resolving = { cause: 'fall', valid: true }
    const resolved = (await olivia.call(alerts.resolve, { params: { id }, body: resolving })).reply
    expect(resolved).toMatchObject({ state: 'resolved', next_escalation_at: null, rearm_at: null })
  })

  test('removes a browser that no longer exists', async ({ api }) => {
    const browser = await pushReceiver(() => 410)
    await configure(api, {})
    const { owner, elsa } = await household(api)
    await giveLadder(api, owner.organizationId, [{ who: 'operators', channel: 'push' }])
    const oscar = await api.signedIn('operator')
    await oscar.call(pushNotifications.addChannel, {
      body: { kind: 'push', subscription: browser.subscription },
    })
    const { id } = await alarm(elsa)
    await recordWhen(owner, id, ({ deliveries }) =>
      deliveries.some(({ recipient_id, state }) => recipient_id === oscar.id && state === 'failed'),
    )
    const { channels } = (await oscar.call(pushNotifications.channels)).reply
    expect(channels.filter(({ kind }) => kind === 'push')).toEqual([])
  })

  test('calls no private address unless that is allowed', async ({ api }) => {
    const inside = await httpReceiver()
    await configure(api, { ALLOW_PRIVATE_WEBHOOKS: '0' })
    const { owner, elsa } = await household(api)
    await giveLadder(api, owner.organizationId, [{ who: 'webhooks', channel: 'webhook' }])
    await hook(owner, inside.url)
    await hook(owner, inside.url.replace('127.0.0.1', 'localhost'))
    await hook(owner, inside.url.replace('127.0.0.1', '[::ffff:127.0.0.1]'))
    const { id } = await alarm(elsa)
    const { deliveries } = await recordWhen(owner, id, isDone)
    expect(deliveries.map(({ state, answer }) => [state, answer])).toEqual(
      ['127.0.0.1', 'localhost', '::ffff:7f00:1'].map(host => [
        'failed',
        `${host} is not an address of the public internet`,
      ]),
    )
    expect(inside.received).toEqual([])
  })
})
