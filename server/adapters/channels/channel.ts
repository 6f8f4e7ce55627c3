import type { Language } from '#contract/kit/language.ts'

/** What is told: a headline, a text of a few lines, and where in the console to look. */
export interface Message {
  title: string
  text: string
  url: string
  /** Of headline and text, for what reads them out; absent where a person wrote them. */
  language?: Language
}

export interface Sending {
  /** UUIDv7, the idempotency key: a send that is made again after a crash keeps it, so that a receiver acts once. */
  id: string
  /** A number, a mail address, or the URL of a browser's push service or of a webhook. */
  to: string
  /** What the receiver gave to encrypt or sign with. */
  keys: unknown
  message: Message
}

/** `delivered` only where the receiver itself answered; what a carrier took is `sent`. */
export interface Sent {
  state: 'sent' | 'delivered'
  /** What was answered, for the record. */
  answer: string
}

/** A way to tell somebody. `send` rejects when it failed and may work later; see {@link Undeliverable}. */
export interface AlertChannel {
  /** What the System status screen calls it. */
  readonly name: string
  /** Whether it carries anything at all; nothing is sent by one that does not. */
  readonly configured: boolean
  send(sending: Sending): Promise<Sent>
}

/** Nothing can be delivered there, now or later. */
export class Undeliverable extends Error {
  override name = 'Undeliverable'
}
