import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import {
  buildLink,
  deriveLinkToken,
  hashLinkToken,
  linkExpiry,
} from '#server/modules/identity/auth/mailed-links.ts'

const key = Buffer.alloc(32, 1)

test('each e-mail has one token; another e-mail or key has another', () => {
  expect(deriveLinkToken(key, 'a')).toBe(deriveLinkToken(key, 'a'))
  expect(deriveLinkToken(key, 'a')).not.toBe(deriveLinkToken(key, 'b'))
  expect(deriveLinkToken(key, 'a')).not.toBe(deriveLinkToken(Buffer.alloc(32, 2), 'a'))
  expect(deriveLinkToken(key, 'a')).toMatch(/^[\w-]{24}$/)
})

test('a token is stored as its SHA-256', () => {
  // FIPS 180-2, appendix B.1.
  expect(hashLinkToken('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})

test('a reset link works for an hour, an invitation for three days', () => {
  const asked = '2026-01-01T00:00:00.000Z'
  expect(linkExpiry('reset_password', asked).toISOString()).toBe('2026-01-01T01:00:00.000Z')
  expect(linkExpiry('invitation', asked).toISOString()).toBe('2026-01-04T00:00:00.000Z')
})

test('a link uses the public URL of the installation', () => {
  const config = readConfig({ PUBLIC_URL: 'https://care.example.org' })
  expect(buildLink(config, 'reset_password', 'x')).toBe('https://care.example.org/reset-password?token=x')
})
