import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Language } from '#contract/kit/language.ts'
import type { AlertChannel, Message, OutgoingMessage } from './channel.ts'
import { assertAccepted, post } from './post.ts'

export interface TwilioAccount {
  /** `https://api.twilio.com`, or an emulator. */
  url: string
  sid: string
  token: string
  /** Caller id and sender number. */
  from: string
  /** Status callback URL of a delivery; null where Twilio cannot reach this server. */
  receiptsAt: ((delivery: string) => string) | null
}

const escapeXml = (text: string) => text.replace(/[<>&'"]/g, character => `&#${character.charCodeAt(0)};`)

/**
 * Amazon Polly voice per language, with the voice's language code. Both are always given: the default voice speaks few
 * languages, and Twilio stays silent where the two do not match.
 */
const pollyVoices: Record<Language, readonly [language: string, voice: string]> = {
  en: ['en-US', 'Polly.Joanna'],
  es: ['es-ES', 'Polly.Lucia'],
  fr: ['fr-FR', 'Polly.Lea'],
  de: ['de-DE', 'Polly.Vicki'],
  ja: ['ja-JP', 'Polly.Mizuki'],
  ar: ['arb', 'Polly.Zeina'],
}

/** TwiML of a call; the text is read twice, because the beginning is often missed. */
function toTwiml({ title, text, language = 'en' }: Message): string {
  const [code, voice] = pollyVoices[language]
  const words = escapeXml(`${title}. ${text}`)
  return `<Response><Say loop="2" language="${code}" voice="${voice}">${words}</Say></Response>`
}

/** Every status callback event of a call. */
const callEvents = ['initiated', 'ringing', 'answered', 'completed']

/** Twilio REST API 2010-04-01: `Messages` for SMS, `Calls` for voice. */
export function twilioChannel(kind: 'sms' | 'voice', account: TwilioAccount | null): AlertChannel {
  const name = kind === 'sms' ? 'Twilio SMS' : 'Twilio Voice'
  const resource = kind === 'sms' ? 'Messages' : 'Calls'

  async function send({ id, to, message }: OutgoingMessage) {
    if (!account) throw new Error(`${name} is not configured`)
    const { url, sid, token, from, receiptsAt } = account
    const content: Record<string, string> =
      kind === 'sms' ? { Body: `${message.title}\n${message.text}` } : { Twiml: toTwiml(message) }
    const form = new URLSearchParams({ To: to.replace(/[ ()./-]/g, ''), From: from, ...content })
    if (receiptsAt) {
      form.append('StatusCallback', receiptsAt(id))
      if (kind === 'voice') for (const event of callEvents) form.append('StatusCallbackEvent', event)
    }
    const response = await post({
      url: `${url}/2010-04-01/Accounts/${sid}/${resource}.json`,
      headers: {
        authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        'i-twilio-idempotency-token': id,
      },
      body: form.toString(),
      // The URL is operator configuration, not user input.
      allowPrivate: true,
    })
    return { state: 'sent' as const, answer: assertAccepted(response) }
  }

  return { name, configured: account !== null, send }
}

/** A carrier's status report on an accepted attempt. */
export interface Receipt {
  /** The carrier's id of the attempt. */
  carrierId: string
  /** The carrier's own status value. */
  status: string
  state: 'queued' | 'sent' | 'delivered' | 'failed'
  /** The carrier's error code. */
  code: string | null
}

/** Maps Twilio's `MessageStatus` and `CallStatus` values. */
const states: Record<string, Receipt['state']> = {
  accepted: 'queued',
  scheduled: 'queued',
  queued: 'queued',
  sending: 'queued',
  initiated: 'queued',
  sent: 'sent',
  ringing: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  // The call was answered.
  'in-progress': 'delivered',
  completed: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  busy: 'failed',
  'no-answer': 'failed',
  canceled: 'failed',
}

/** Parses a status callback. @returns null for an unknown status */
export function parseReceipt(form: URLSearchParams): Receipt | null {
  const carrierId = form.get('MessageSid') ?? form.get('CallSid')
  const status = form.get('MessageStatus') ?? form.get('CallStatus') ?? ''
  const state = Object.hasOwn(states, status) ? states[status] : undefined
  return carrierId && state ? { carrierId, status, state, code: form.get('ErrorCode') } : null
}

/**
 * Twilio request signature: base64 HMAC-SHA1 with the account's token over the URL and the form fields sorted by name
 * (Twilio, "Validating requests").
 */
export function twilioSignature(token: string, url: string, form: URLSearchParams): string {
  const byName = [...form].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  const signed = url + byName.map(([name, value]) => name + value).join('')
  return createHmac('sha1', token).update(signed).digest('base64')
}

/** Verifies a signature in constant time. */
export function isValidSignature(
  signature: string,
  token: string,
  url: string,
  form: URLSearchParams,
): boolean {
  const [received, expected] = [signature, twilioSignature(token, url, form)].map(text =>
    Buffer.from(text),
  ) as [Buffer, Buffer]
  return received.length === expected.length && timingSafeEqual(received, expected)
}
