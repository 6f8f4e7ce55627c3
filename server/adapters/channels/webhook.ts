import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { AlertChannel } from './channel.ts'
import { accept, post } from './post.ts'

export const WebhookKeys = z.object({ secret: z.string() })

/** What proves a body ours: HMAC-SHA256, by the receiver's secret, over the second it was signed in and the body. */
export const sign = (secret: string, second: number, body: string) =>
  `t=${second},v1=${createHmac('sha256', secret).update(`${second}.${body}`).digest('hex')}`

/** Posts JSON, signed in `X-Voicedeck-Signature`, with the delivery's id as its `Idempotency-Key`. */
export const webhook = (allowPrivate: boolean): AlertChannel => ({
  name: 'Webhook',
  configured: true,
  async send({ id, to, keys, message }) {
    const { secret } = WebhookKeys.parse(keys)
    const body = JSON.stringify({ id, ...message })
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': id,
      'x-voicedeck-signature': sign(secret, Math.floor(Date.now() / 1000), body),
    }
    return { state: 'delivered', answer: accept(await post({ url: to, headers, body, allowPrivate })) }
  },
})
