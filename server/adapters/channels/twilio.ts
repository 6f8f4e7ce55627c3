import type { Language } from '#contract/kit/language.ts'
import type { AlertChannel, Message, Sending } from './channel.ts'
import { accept, post } from './post.ts'

export interface TwilioAccount {
  /** `https://api.twilio.com` unless an emulator stands in for it. */
  url: string
  sid: string
  token: string
  /** The number that calls and writes. */
  from: string
  /** Where Twilio tells what becomes of a delivery; null where it cannot reach us. */
  receiptsAt: ((delivery: string) => string) | null
}

const escaped = (text: string) => text.replace(/[<>&'"]/g, character => `&#${character.charCodeAt(0)};`)

/**
 * Who speaks a language: a voice of Amazon Polly, and the code under which that voice has the language. Each is told with
 * its voice, because the usual one speaks few languages, and Twilio says nothing at all where the two do not match.
 */
const speakers: Record<Language, readonly [language: string, voice: string]> = {
  en: ['en-US', 'Polly.Joanna'],
  es: ['es-ES', 'Polly.Lucia'],
  fr: ['fr-FR', 'Polly.Lea'],
  de: ['de-DE', 'Polly.Vicki'],
  ja: ['ja-JP', 'Polly.Mizuki'],
  ar: ['arb', 'Polly.Zeina'],
}

/** What is said on the telephone, twice, because the first is often missed (TwiML). */
function spoken({ title, text, language = 'en' }: Message): string {
  const [code, voice] = speakers[language]
  const words = escaped(`${title}. ${text}`)
  return `<Response><Say loop="2" language="${code}" voice="${voice}">${words}</Say></Response>`
}

/** Of what becomes of a telephone call, all that Twilio tells. */
const callEvents = ['initiated', 'ringing', 'answered', 'completed']

/** Twilio's HTTP interface, 2010-04-01: text messages by `Messages`, telephone calls by `Calls`. */
export function twilio(kind: 'sms' | 'voice', account: TwilioAccount | null): AlertChannel {
  const name = kind === 'sms' ? 'Twilio SMS' : 'Twilio Voice'
  const resource = kind === 'sms' ? 'Messages' : 'Calls'

  async function send({ id, to, message }: Sending) {
    if (!account) throw new Error(`${name} is not configured`)
    const { url, sid, token, from, receiptsAt } = account
    const what: Record<string, string> =
      kind === 'sms' ? { Body: `${message.title}\n${message.text}` } : { Twiml: spoken(message) }
    const form = new URLSearchParams({ To: to.replace(/[ ()./-]/g, ''), From: from, ...what })
    if (receiptsAt) {
      form.append('StatusCallback', receiptsAt(id))
      if (kind === 'voice') for (const event of callEvents) form.append('StatusCallbackEvent', event)
    }
    const answer = await post({
      url: `${url}/2010-04-01/Accounts/${sid}/${resource}.json`,
      headers: {
        authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        'i-twilio-idempotency-token': id,
      },
      body: form.toString(),
      // The operator's own setting, not something that a user entered.
      allowPrivate: true,
    })
    return { state: 'sent' as const, answer: accept(answer) }
  }

  return { name, configured: account !== null, send }
}
