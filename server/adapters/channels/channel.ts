import type { Language } from '#contract/kit/language.ts'

/** A message: title, short text and a link into the console. */
export interface Message {
  title: string
  text: string
  url: string
  /** Language of title and text, for text-to-speech; absent where a person wrote them. */
  language?: Language
}

export interface OutgoingMessage {
  /** UUIDv7, the idempotency key: a retry after a crash keeps it. */
  id: string
  /** Phone number, mail address, or URL of a push service or webhook. */
  to: string
  /** The receiver's keys for encryption or signing. */
  keys: unknown
  message: Message
}

/** `delivered` only where the receiver itself answered; `sent` where a carrier accepted the message. */
export interface SendResult {
  state: 'sent' | 'delivered'
  /** The channel's answer, for the record. */
  answer: string
}

/** A notification channel. `send` rejects when it failed and may be retried; see {@link Undeliverable}. */
export interface AlertChannel {
  /** Name on the System status screen. */
  readonly name: string
  /** Nothing is sent through an unconfigured channel. */
  readonly configured: boolean
  send(sending: OutgoingMessage): Promise<SendResult>
}

/** A permanent failure: retrying cannot help. */
export class Undeliverable extends Error {
  override name = 'Undeliverable'
}
