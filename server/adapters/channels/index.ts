import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { deliveryReceipts } from '#contract/alerts/push-notifications.ts'
import type { Channel } from '#contract/alerts/timeline.ts'
import type { Config } from '#server/config.ts'
import type { Mailer } from '../mail.ts'
import type { AlertChannel } from './channel.ts'
import { assertAccepted, post } from './post.ts'
import { twilioChannel } from './twilio.ts'
import { type VapidKeys, webPushChannel } from './web-push.ts'

const WebhookKeys = z.object({ secret: z.string() })

/** Webhook signature: HMAC-SHA256 with the receiver's secret over timestamp (timestamps) and body. */
const sign = (secret: string, timestamp: number, body: string) =>
  `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`

/** Posts JSON with an `X-Voicedeck-Signature` and the delivery's id as `Idempotency-Key`. */
const webhookChannel = (allowPrivate: boolean): AlertChannel => ({
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

/** E-mail through a mail server. The outbox folder delivers nothing, so it does not count as configured. */
const mailChannel = (mail: Mailer, isServer: boolean): AlertChannel => ({
  name: mail.name,
  configured: isServer,
  async send({ id, to, message: { title, text, url } }) {
    await mail.deliver({ id, to, subject: title, text: `${text}\n\n${url}\n` })
    return { state: 'sent', answer: 'taken by the mail server' }
  },
})

/** Status callback URL of a delivery; Twilio's signature covers this exact URL. */
export const receiptUrl = (publicUrl: string, delivery: string) =>
  publicUrl.replace(/\/$/, '') + deliveryReceipts.twilio.path.replace('{id}', delivery)

export type Channels = { readonly [channel in Channel]: AlertChannel }

/** All notification channels, configured or not. */
export function openChannels(config: Config, mail: Mailer, vapid: VapidKeys): Channels {
  const {
    TWILIO_URL: url,
    TWILIO_ACCOUNT_SID: sid,
    TWILIO_AUTH_TOKEN: token,
    TWILIO_FROM: from,
    PUBLIC_URL,
    MAIL_FROM,
  } = config
  const allowPrivate = config.ALLOW_PRIVATE_WEBHOOKS
  const receiptsAt = PUBLIC_URL ? (delivery: string) => receiptUrl(PUBLIC_URL, delivery) : null
  const account = sid && token && from ? { url, sid, token, from, receiptsAt } : null
  const mailbox = MAIL_FROM.match(/[^\s<]+@[^\s>]+/)?.[0] ?? 'no-reply@localhost'
  const subject = PUBLIC_URL?.startsWith('https:') ? PUBLIC_URL : `mailto:${mailbox}`
  return {
    push: webPushChannel({ vapid, subject, allowPrivate }),
    webhook: webhookChannel(allowPrivate),
    mail: mailChannel(mail, config.SMTP_URL !== undefined),
    sms: twilioChannel('sms', account),
    voice: twilioChannel('voice', account),
  }
}
