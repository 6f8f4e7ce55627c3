import { describe, expect } from 'vitest'
import { emergency } from '#contract/alerts/emergency.ts'
import { deliveryReceipts } from '#contract/alerts/push-notifications.ts'
import { fillPath } from '#contract/kit/urls.ts'
import { twilioSignature } from '#server/adapters/channels/twilio.ts'
import { type Api, test } from '#tests/fixtures/api.ts'
import { alarm, configure, giveLadder, household, isDone, recordWhen } from '#tests/fixtures/ladders.ts'
import { formOf, httpReceiver, type Received } from '#tests/fixtures/receivers.ts'

const token = 'secret of the account'
const origin = 'https://alarms.example'

const carrier = (url: string) => ({
  PUBLIC_URL: origin,
  TWILIO_URL: url,
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: token,
  TWILIO_FROM: '+15005550006',
})

/** Tells us, as Twilio does, what became of a delivery. */
async function tell(api: Api, id: string, form: Record<string, string>, signedBy = token) {
  const path = fillPath(deliveryReceipts.twilio.path, { id })
  const values = new URLSearchParams(form)
  const { statusCode } = await api.app.inject({
    method: 'POST',
    url: path,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilioSignature(signedBy, origin + path, values),
    },
    payload: values.toString(),
  })
  return statusCode
}

describe('receipts of Twilio', () => {
  test('take a text message from sent to delivered, and keep the report of each attempt', async ({ api }) => {
    const twilio = await httpReceiver()
    await configure(api, carrier(twilio.url))
    const { owner, elsa } = await household(api, 'Anna')
    await giveLadder(api, owner.organizationId, [{ who: 'contacts', channel: 'sms' }])
    const { id } = await alarm(elsa)
    const sent = await recordWhen(owner, id, isDone)
    const [delivery] = sent.deliveries
    if (!delivery) throw new Error('nobody was called')
    expect(delivery).toMatchObject({ state: 'sent', receipts: [] })
    const asked = formOf(twilio.received[0] as Received)
    expect(asked.get('StatusCallback')).toBe(`${origin}/api/webhooks/twilio/${delivery.id}`)

    const message = { MessageSid: 'SM1', To: '+494066969001' }
    expect(await tell(api, delivery.id, { ...message, MessageStatus: 'sent' })).toBe(204)
    expect(await tell(api, delivery.id, { ...message, MessageStatus: 'delivered' })).toBe(204)
    // Receipts come twice, and out of order.
    expect(await tell(api, delivery.id, { ...message, MessageStatus: 'delivered' })).toBe(204)
    expect(await tell(api, delivery.id, { ...message, MessageStatus: 'queued' })).toBe(204)
    const { deliveries, timeline } = await recordWhen(owner, id, isDone)
    expect(deliveries).toMatchObject([
      {
        state: 'delivered',
        answer: 'delivered',
        receipts: [
          { carrier_id: 'SM1', state: 'sent', status: 'sent' },
          { carrier_id: 'SM1', state: 'delivered', status: 'delivered' },
          { carrier_id: 'SM1', state: 'queued', status: 'queued' },
        ],
      },
    ])
    expect(timeline.map(({ type }) => type)).toEqual(['received', 'notified', 'exhausted'])
  })

  test('that report failure bring the next step forward', async ({ api }) => {
    const twilio = await httpReceiver()
    await configure(api, carrier(twilio.url))
    const { owner, elsa } = await household(api, 'Anna')
    await giveLadder(api, owner.organizationId, [
      { who: 'contacts', channel: 'sms' },
      { who: 'contacts', channel: 'voice', wait_seconds: 600 },
    ])
    const { id } = await alarm(elsa)
    const before = await recordWhen(owner, id, ({ deliveries }) => deliveries[0]?.state === 'sent')
    const [message] = before.deliveries
    if (!message) throw new Error('nobody was called')
    const refused = { MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30005' }
    expect(await tell(api, message.id, refused)).toBe(204)

    const after = await recordWhen(owner, id, isDone)
    expect(after.deliveries.map(({ channel, state, answer }) => [channel, state, answer])).toEqual([
      ['sms', 'failed', 'undelivered 30005'],
      ['voice', 'sent', '201 {"ok":true}'],
    ])
    expect(after.timeline.map(({ type }) => type)).toEqual([
      'received',
      'notified',
      'unreached',
      'notified',
      'exhausted',
    ])
    const calling = formOf(twilio.received[1] as Received)
    expect(calling.getAll('StatusCallbackEvent')).toEqual(['initiated', 'ringing', 'answered', 'completed'])
  })

  test('of a quick call report whether it was answered', async ({ api }) => {
    const twilio = await httpReceiver()
    await configure(api, carrier(twilio.url))
    const { owner, elsa } = await household(api, 'Anna')
    const alert = await alarm(elsa)
    const anna = await api.db
      .selectFrom('contacts')
      .select('id')
      .where('person_id', '=', elsa.id)
      .executeTakeFirstOrThrow()
    const body = { contact_id: anna.id, alert_id: alert.id }
    const called = await owner.call(emergency.quickCall, { query: { user_id: elsa.id }, body })
    expect(called.reply.state).toBe('queued')
    const id = called.reply.delivery_id
    const byHand = (record: Awaited<ReturnType<typeof recordWhen>>) =>
      record.deliveries.find(delivery => delivery.id === id)
    await recordWhen(owner, alert.id, record => byHand(record)?.state === 'sent')
    expect(await tell(api, id, { CallSid: 'CA1', CallStatus: 'ringing' })).toBe(204)
    expect(await tell(api, id, { CallSid: 'CA1', CallStatus: 'in-progress' })).toBe(204)
    expect(await tell(api, id, { CallSid: 'CA1', CallStatus: 'completed' })).toBe(204)
    const record = await recordWhen(owner, alert.id, record => byHand(record)?.state === 'delivered')
    expect(byHand(record)?.receipts.map(({ status }) => status)).toEqual([
      'ringing',
      'in-progress',
      'completed',
    ])
  })

  test('that arrive before the sending was recorded count once it is', async ({ api }) => {
    let told: Promise<number> | undefined
    const twilio = await httpReceiver(async request => {
      const id = formOf(request).get('StatusCallback')?.split('/').at(-1) ?? ''
      told = tell(api, id, { MessageSid: 'SM1', MessageStatus: 'delivered' })
      await told
      return 201
    })
    await configure(api, carrier(twilio.url))
    const { owner, elsa } = await household(api, 'Anna')
    await giveLadder(api, owner.organizationId, [{ who: 'contacts', channel: 'sms' }])
    const { id } = await alarm(elsa)
    const { deliveries, timeline } = await recordWhen(owner, id, isDone)
    expect(await told).toBe(204)
    expect(deliveries).toMatchObject([{ state: 'delivered', attempts: 1 }])
    expect(timeline.map(({ type }) => type)).toEqual(['received', 'notified', 'exhausted'])
  })

  test('are refused without Twilio’s signature, without such a delivery and without Twilio', async ({
    api,
  }) => {
    const twilio = await httpReceiver()
    await configure(api, carrier(twilio.url))
    const form = { MessageSid: 'SM1', MessageStatus: 'delivered' }
    const none = '01890000-0000-7000-8000-000000000000'
    expect(await tell(api, none, form, 'another secret')).toBe(400)
    expect(await tell(api, none, form)).toBe(404)
    await configure(api, { PUBLIC_URL: origin })
    expect(await tell(api, none, form)).toBe(404)
  })
})
