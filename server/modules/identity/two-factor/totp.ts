import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { totpDigits } from '#contract/identity/two-factor.ts'

const issuer = 'Voicedeck'
/** Length of a time step in seconds. */
const period = 30
/** Accepted steps before and after the current one, to tolerate clock drift (RFC 6238, section 5.2). */
const tolerance = 1
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20

const createTotp = (secret: string, label = '') =>
  new TOTP({
    issuer,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: totpDigits,
    period,
  })

/** A new secret, in base32. */
export const generateTotpSecret = () => new Secret({ size: secretBytes }).base32

/**
 * The time step of a code: RFC 6238 with SHA-1, 6 digits and 30 seconds, which every authenticator app supports.
 * @param now milliseconds since the epoch.
 * @returns the number of the 30-second step since the epoch; null if the code is not valid now.
 */
export function findTotpStep(secret: string, code: string, now: number): number | null {
  const totp = createTotp(secret)
  const delta = totp.validate({ token: code, timestamp: now, window: tolerance })
  return delta === null ? null : totp.counter({ timestamp: now }) + delta
}

/** The secret as a QR code for authenticator apps: an SVG image as a `data:` URL. */
export function renderQrCode(secret: string, username: string): string {
  const svg = renderSVG(createTotp(secret, username).toString(), { border: 2, pixelSize: 6 })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
