import type { Channel } from '#contract/alerts/alerts.ts'
import { deliveryReceipts } from '#contract/alerts/delivery-receipts.ts'
import type { Config } from '#server/config.ts'
import type { Mail } from '../mail/mail.ts'
import type { AlertChannel } from './channel.ts'
import { letters } from './letters.ts'
import { twilio } from './twilio.ts'
import { browsers, type VapidKeys } from './web-push.ts'
import { webhook } from './webhook.ts'

/** Where Twilio tells what became of a delivery: what it signs begins with this very address. */
export const receiptAddress = (publicUrl: string, delivery: string) =>
  publicUrl.replace(/\/$/, '') + deliveryReceipts.twilio.path.replace('{id}', delivery)

export type Channels = { readonly [channel in Channel]: AlertChannel }

/** Every way to tell somebody; those that are not set up say so. */
export function openChannels(config: Config, mail: Mail, vapid: VapidKeys): Channels {
  const {
    TWILIO_URL: url,
    TWILIO_ACCOUNT_SID: sid,
    TWILIO_AUTH_TOKEN: token,
    TWILIO_FROM: from,
    PUBLIC_URL,
    MAIL_FROM,
  } = config
  const allowPrivate = config.ALLOW_PRIVATE_WEBHOOKS
  const receiptsAt = PUBLIC_URL ? (delivery: string) => receiptAddress(PUBLIC_URL, delivery) : null
  const account = sid && token && from ? { url, sid, token, from, receiptsAt } : null
  const mailbox = MAIL_FROM.match(/[^\s<]+@[^\s>]+/)?.[0] ?? 'no-reply@localhost'
  const subject = PUBLIC_URL?.startsWith('https:') ? PUBLIC_URL : `mailto:${mailbox}`
  return {
    push: browsers({ vapid, subject, allowPrivate }),
    webhook: webhook(allowPrivate),
    mail: letters(mail, config.SMTP_URL !== undefined),
    sms: twilio('sms', account),
    voice: twilio('voice', account),
  }
}
