import { expect, test } from 'vitest'
import { isValidSignature, parseReceipt, twilioSignature } from '#server/adapters/channels/twilio.ts'

/** Of Twilio's documentation, "Validating requests". */
const published = {
  token: '12345',
  url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
  form: {
    To: '+18005551212',
    CallSid: 'CA1234567890ABCDE',
    From: '+12349013030',
    Caller: '+12349013030',
    Digits: '1234',
  },
  signature: '0/KCTR6DLpKmkAf8muzZqo1nDgQ=',
}

test('a signature matches Twilio’s published example, whatever the order of the values', () => {
  const { token, url, form, signature } = published
  expect(twilioSignature(token, url, new URLSearchParams(form))).toBe(signature)
  expect(isValidSignature(signature, token, url, new URLSearchParams(form))).toBe(true)
})

test('a request that was changed, or signed by another, is not accepted', () => {
  const { token, url, form, signature } = published
  expect(isValidSignature(signature, token, url, new URLSearchParams({ ...form, Digits: '1235' }))).toBe(
    false,
  )
  expect(isValidSignature(signature, '12346', url, new URLSearchParams(form))).toBe(false)
  expect(isValidSignature(signature, token, `${url}#`, new URLSearchParams(form))).toBe(false)
  expect(isValidSignature('', token, url, new URLSearchParams(form))).toBe(false)
})

test.each([
  [{ MessageSid: 'SM1', MessageStatus: 'queued' }, 'queued', null],
  [{ MessageSid: 'SM1', MessageStatus: 'sent' }, 'sent', null],
  [{ MessageSid: 'SM1', MessageStatus: 'delivered' }, 'delivered', null],
  [{ MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30005' }, 'failed', '30005'],
  [{ CallSid: 'CA1', CallStatus: 'ringing' }, 'sent', null],
  [{ CallSid: 'CA1', CallStatus: 'in-progress' }, 'delivered', null],
  [{ CallSid: 'CA1', CallStatus: 'no-answer' }, 'failed', null],
])('%o is %s', (form, state, code) => {
  const given = form as unknown as Record<string, string>
  expect(parseReceipt(new URLSearchParams(given))).toMatchObject({ state, code })
})

test('a request without a delivery status is no receipt', () => {
  expect(parseReceipt(new URLSearchParams({ MessageSid: 'SM1', MessageStatus: 'constructor' }))).toBeNull()
  expect(parseReceipt(new URLSearchParams({ MessageStatus: 'sent' }))).toBeNull()
})
