import { createHash, createHmac } from 'node:crypto'
import { type Config, publicUrl } from '#server/config.ts'

/** What a mailed link permits; stored with the token. */
export type Purpose = 'reset_password' | 'verify_email'

interface Link {
  purpose: Purpose
  /** Path of the console page that the link opens. */
  path: string
  /** Validity, counted from the request and not from delivery. */
  hours: number
}

/** The e-mails that contain a link. */
export const links = {
  reset_password: { purpose: 'reset_password', path: '/reset-password', hours: 1 },
  invitation: { purpose: 'reset_password', path: '/reset-password', hours: 72 },
  verify_email: { purpose: 'verify_email', path: '/verify-email', hours: 24 },
} as const satisfies Record<string, Link>
export type LinkEmail = keyof typeof links

export const linkExpiry = (letter: LinkEmail, askedAt: string) =>
  new Date(Date.parse(askedAt) + links[letter].hours * 3_600_000)

/** 144 bits: not guessable, and short enough for most links to fit on one line of plain text. */
const tokenBytes = 18

/**
 * The secret in a mailed link: truncated HMAC-SHA256 of the e-mail's id. A retried delivery contains the same secret,
 * and the secret is not stored anywhere, including in the queued job.
 */
export const deriveLinkToken = (key: Uint8Array, letterId: string) =>
  createHmac('sha256', key).update(letterId).digest().subarray(0, tokenBytes).toString('base64url')

/** Only this hash of a token is stored. */
export const hashLinkToken = (token: string) => createHash('sha256').update(token).digest()

export const buildLink = (config: Config, letter: LinkEmail, token: string) =>
  `${publicUrl(config)}${links[letter].path}?token=${token}`
