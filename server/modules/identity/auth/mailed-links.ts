import { createHash, createHmac } from 'node:crypto'
import { type Config, publicUrl } from '#server/config.ts'

/** What a mailed link lets its reader do; kept with the token. */
export type Purpose = 'reset_password' | 'verify_email'

interface Link {
  purpose: Purpose
  /** The console's page that the link opens. */
  path: string
  /** How long it works, counted from when it was asked for, not from when the mail server took it. */
  hours: number
}

/** The letters that carry a link. */
export const links = {
  reset_password: { purpose: 'reset_password', path: '/reset-password', hours: 1 },
  invitation: { purpose: 'reset_password', path: '/reset-password', hours: 72 },
  verify_email: { purpose: 'verify_email', path: '/verify-email', hours: 24 },
} as const satisfies Record<string, Link>
export type LinkLetter = keyof typeof links

export const expiryOf = (letter: LinkLetter, askedAt: string) =>
  new Date(Date.parse(askedAt) + links[letter].hours * 3_600_000)

/** 144 bits: no guess finds them, and most links still fit a line of plain text, which many mail readers need. */
const tokenBytes = 18

/**
 * The secret of a letter's link: HMAC-SHA256 of its id, cut off. A letter that is delivered again carries the same
 * secret, and until then it is written down nowhere, not even in the job that will send it.
 */
export const tokenOf = (key: Uint8Array, letterId: string) =>
  createHmac('sha256', key).update(letterId).digest().subarray(0, tokenBytes).toString('base64url')

/** All that is kept of a token. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest()

export const linkTo = (config: Config, letter: LinkLetter, token: string) =>
  `${publicUrl(config)}${links[letter].path}?token=${token}`
