import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a carrier says of an attempt that it has taken. */
export interface Receipt {
  /** By which the carrier knows the attempt. */
  carrierId: string
  /** In the carrier's word. */
  status: string
  state: 'queued' | 'sent' | 'delivered' | 'failed'
  /** The carrier's number of an error. */
  code: string | null
}

/** Twilio's words of text messages (`MessageStatus`) and telephone calls (`CallStatus`), in ours. */
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
  // Somebody has answered the telephone.
  'in-progress': 'delivered',
  completed: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  busy: 'failed',
  'no-answer': 'failed',
  canceled: 'failed',
}

/** Reads a status callback. @returns null where it says nothing that we know */
export function readReceipt(form: URLSearchParams): Receipt | null {
  const carrierId = form.get('MessageSid') ?? form.get('CallSid')
  const status = form.get('MessageStatus') ?? form.get('CallStatus') ?? ''
  const state = Object.hasOwn(states, status) ? states[status] : undefined
  return carrierId && state ? { carrierId, status, state, code: form.get('ErrorCode') } : null
}

/**
 * What proves a call Twilio's: HMAC-SHA1, by the account's token, over the address and the form's names and values in
 * the order of the names, base64 (Twilio, "Validating requests").
 */
export function twilioSignature(token: string, url: string, form: URLSearchParams): string {
  const byName = [...form].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  const signed = url + byName.map(([name, value]) => name + value).join('')
  return createHmac('sha1', token).update(signed).digest('base64')
}

/** Whether a signature is as it should be, found in a time that tells nothing of it. */
export function isSigned(signature: string, token: string, url: string, form: URLSearchParams): boolean {
  const [given, right] = [signature, twilioSignature(token, url, form)].map(text => Buffer.from(text)) as [
    Buffer,
    Buffer,
  ]
  return given.length === right.length && timingSafeEqual(given, right)
}
