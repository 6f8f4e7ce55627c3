import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { AlertChannel } from './channel.ts'
import { assertAccepted, post } from './post.ts'

export const WebhookKeys = z.object({ secret: z.string() })

/** Webhook signature: HMAC-SHA256 with the receiver's secret over timestamp (timestamps) and body. */
export const sign = (secret: string, timestamp: number, body: string) =>
  `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`

/** Posts JSON with an `X-Voicedeck-Signature` and the delivery's id as `Idempotency-Key`. */
export const webhookChannel = (allowPrivate: boolean): AlertChannel => ({
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
    return {
      state: 'delivered',
      answer: assertAccepted(await post({ url: to, headers, body, allowPrivate })),
    }
  },
})
