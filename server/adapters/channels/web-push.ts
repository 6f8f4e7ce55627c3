import { createECDH } from 'node:crypto'
import webPush from 'web-push'
import { z } from 'zod'
import type { AlertChannel } from './channel.ts'
import { assertAccepted, post } from './post.ts'

/** A browser's encryption keys (RFC 8291). */
export const PushKeys = z.object({ p256dh: z.string(), auth: z.string() })

/** VAPID key pair (RFC 8292), base64url. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** @param secret 32 random bytes, used as private key on the curve P-256 */
export function deriveVapidKeys(secret: Uint8Array): VapidKeys {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret)
  // Not as the pair gives it back: without its leading zero bytes, a key that one installation in 256 has is refused.
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: Buffer.from(secret).toString('base64url'),
  }
}

/** Seconds for which a push service keeps what a sleeping browser has not taken. */
const ttlSeconds = 3_600

interface Options {
  vapid: VapidKeys
  /** Contact for push services: `mailto:` or `https:`. */
  subject: string
  allowPrivate: boolean
}

/** Web Push (RFC 8030), encrypted for the browser. The topic makes the push service replace a repeated message. */
export const webPushChannel = ({ vapid, subject, allowPrivate }: Options): AlertChannel => ({
  name: 'Web Push',
  configured: true,
  async send({ id, to, keys, message }) {
    const subscription = { endpoint: to, keys: PushKeys.parse(keys) }
    const { headers, body } = webPush.generateRequestDetails(
      subscription,
      JSON.stringify({ id, ...message }),
      {
        vapidDetails: { subject, ...vapid },
        TTL: ttlSeconds,
        urgency: 'high',
        topic: id.replaceAll('-', ''),
      },
    )
    const response = await post({
      url: to,
      headers: { ...(headers as Record<string, string>), 'idempotency-key': id },
      body: body as Buffer,
      allowPrivate,
    })
    return { state: 'sent', answer: assertAccepted(response) }
  },
})
