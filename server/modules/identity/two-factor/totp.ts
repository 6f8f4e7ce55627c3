import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { totpDigits } from '#contract/identity/two-factor.ts'

const issuer = 'Voicedeck'
/** Seconds that a code is current. */
const period = 30
/** Steps before and after the current one whose codes are taken, for clocks that differ (RFC 6238, section 5.2). */
const tolerance = 1
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20

const totpOf = (secret: string, label = '') =>
  new TOTP({
    issuer,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: totpDigits,
    period,
  })

/** A new secret, in base32. */
export const makeSecret = () => new Secret({ size: secretBytes }).base32

/**
 * The step whose code this is: RFC 6238 with SHA-1, 6 digits and 30 seconds, which every authenticator app knows.
 * @param now milliseconds of the epoch.
 * @returns the number of the 30-second step since the epoch; null when it is no code of now.
 */
export function stepOf(secret: string, code: string, now: number): number | null {
  const totp = totpOf(secret)
  const delta = totp.validate({ token: code, timestamp: now, window: tolerance })
  return delta === null ? null : totp.counter({ timestamp: now }) + delta
}

/** The secret as a QR code that authenticator apps read: an SVG image as a `data:` address. */
export function qrCodeOf(secret: string, username: string): string {
  const svg = renderSVG(totpOf(secret, username).toString(), { border: 2, pixelSize: 6 })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
