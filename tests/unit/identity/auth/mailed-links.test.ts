import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { expiryOf, hashOf, linkTo, tokenOf } from '#server/modules/identity/auth/mailed-links.ts'

const key = Buffer.alloc(32, 1)

test('a letter has one token, whatever letter and key differ has another', () => {
  expect(tokenOf(key, 'a')).toBe(tokenOf(key, 'a'))
  expect(tokenOf(key, 'a')).not.toBe(tokenOf(key, 'b'))
  expect(tokenOf(key, 'a')).not.toBe(tokenOf(Buffer.alloc(32, 2), 'a'))
  expect(tokenOf(key, 'a')).toMatch(/^[\w-]{24}$/)
})

test('a token is kept as its SHA-256', () => {
  // FIPS 180-2, appendix B.1.
  expect(hashOf('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})

test('a reset link works for an hour, an invitation for three days', () => {
  const asked = '2026-01-01T00:00:00.000Z'
  expect(expiryOf('reset_password', asked).toISOString()).toBe('2026-01-01T01:00:00.000Z')
  expect(expiryOf('invitation', asked).toISOString()).toBe('2026-01-04T00:00:00.000Z')
})

test('a link leads to where people reach the installation', () => {
  const config = readConfig({ PUBLIC_URL: 'https://care.example.org' })
  expect(linkTo(config, 'reset_password', 'x')).toBe('https://care.example.org/reset-password?token=x')
})
