import { expect, test } from 'vitest'
import { type Language, languages } from '#contract/kit/language.ts'
import { twilioChannel } from '#server/adapters/channels/twilio.ts'
import { httpReceiver } from '#tests/fixtures/receivers.ts'

/** What the telephone would say of a message. */
async function saidOf(language?: Language) {
  const { url, received } = await httpReceiver()
  const call = twilioChannel('voice', {
    url,
    sid: 'AC1',
    token: 'secret',
    from: '+15005550006',
    receiptsAt: null,
  })
  const message = { title: 'A & B', text: 'Help', url: '', ...(language && { language }) }
  await call.send({ id: 'd1', to: '+49 40 66969', keys: null, message })
  return new URLSearchParams(received[0]?.body.toString()).get('Twiml')
}

test.each(languages)('a text in %s is spoken by a voice of that language', async language => {
  const said = await saidOf(language)
  const [, code = '', voice] = said?.match(/<Say loop="2" language="([^"]+)" voice="(Polly\.\w+)">/) ?? []
  // Amazon Polly has its voice of Standard Arabic under the code of ISO 639-3.
  expect(code === 'arb' ? 'ar' : new Intl.Locale(code).language).toBe(language)
  expect(voice).toBeDefined()
})

test('a text of an unknown language is spoken in English, and cannot close its element', async () => {
  expect(await saidOf()).toBe(
    '<Response><Say loop="2" language="en-US" voice="Polly.Joanna">A &#38; B. Help</Say></Response>',
  )
})
