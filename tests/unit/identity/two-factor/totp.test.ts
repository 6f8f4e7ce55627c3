import { Secret } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { findTotpStep, generateTotpSecret, renderQrCode } from '#server/modules/identity/two-factor/totp.ts'

/** RFC 6238, appendix B: the SHA-1 rows, of whose 8 digits the last 6 are the code of 6. */
const seed = Secret.fromLatin1('12345678901234567890').base32
const vectors = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
] as const

describe('the code of an authenticator app', () => {
  test.each(vectors)('at second %i matches RFC 6238', (second, code) => {
    expect(findTotpStep(seed, code.slice(2), second * 1000)).toBe(Math.floor(second / 30))
  })

  test('is valid one step before and after its own, and no further', () => {
    const [second, code] = [1111111111, '050471']
    const at = (steps: number) => findTotpStep(seed, code, (second + steps * 30) * 1000)
    expect([-2, -1, 0, 1, 2].map(at).map(step => step !== null)).toEqual([false, true, true, true, false])
    expect(at(1)).toBe(at(-1))
  })

  test('is refused with a digit changed', () => {
    expect(findTotpStep(seed, '050472', 1111111111_000)).toBeNull()
  })

  test('is derived from a secret of 160 bits, passed to the app as a QR code', () => {
    const secret = generateTotpSecret()
    expect(Secret.fromBase32(secret).buffer.byteLength).toBe(20)
    const [head, image = ''] = renderQrCode(secret, 'anna').split(',')
    expect(head).toBe('data:image/svg+xml;base64')
    expect(Buffer.from(image, 'base64').toString()).toMatch(/^<svg/)
  })
})
