import fc from 'fast-check'
import { expect, test } from 'vitest'
import webPush from 'web-push'
import { deriveVapidKeys } from '#server/adapters/channels/web-push.ts'

const secret = (...bytes: number[]) => Uint8Array.from({ length: 32 }, (_, index) => bytes[index] ?? 7)

const sign = (keys: ReturnType<typeof deriveVapidKeys>) =>
  webPush.getVapidHeaders(
    'https://push.example',
    'mailto:help@example.org',
    keys.publicKey,
    keys.privateKey,
    'aes128gcm',
  )

test.each([
  ['no zero', secret()],
  ['one leading zero', secret(0)],
  ['three leading zeros', secret(0, 0, 0)],
])('a secret with %s gives keys that push services accept', (_, secret) => {
  expect(sign(deriveVapidKeys(secret)).Authorization).toMatch(/^vapid t=/)
})

test('any secret gives keys of 32 and 65 bytes', () => {
  const secrets = fc.uint8Array({ minLength: 32, maxLength: 32 }).filter(
    // Numbers that are no private key of the curve: zero, and those from its order on.
    bytes => bytes.some(byte => byte > 0) && bytes.slice(0, 4).some(byte => byte < 255),
  )
  fc.assert(
    fc.property(secrets, secret => {
      const { publicKey, privateKey } = deriveVapidKeys(secret)
      expect([publicKey, privateKey].map(key => Buffer.from(key, 'base64url').length)).toEqual([65, 32])
    }),
  )
})
