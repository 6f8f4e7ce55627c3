import type { SignInFailure } from '#contract/identity/single-sign-on.ts'
import { Undeliverable } from '#server/adapters/channels/channel.ts'
import { Problem } from '#server/kit/problem.ts'

const texts = {
  expired: 'This took too long. Start again.',
  unreachable: 'Your identity provider can’t be reached. Try again in a moment.',
  no_email: 'Your identity provider didn’t send an email address',
  unverified_email: 'Your identity provider has not verified your email address',
  foreign_domain: 'Your email address does not belong to a verified domain of your organization',
  unknown_group: 'None of your groups gives access. Ask your administrator.',
  forbidden_role: 'Super admins can’t use single sign-on. Sign in with your password.',
  collision: 'This identity belongs to an account of another organization. Ask your administrator.',
  other_person: 'Confirm with the identity that you signed in with',
  suspended: 'This account is suspended',
} as const satisfies Partial<Record<SignInFailure, string>>

/** Reasons for refusing an ID token or an assertion, by the claim or check that failed. */
const tokenReasons = {
  iss: 'it was issued by someone else',
  aud: 'it was issued for another application',
  azp: 'it was issued for another application',
  nonce: 'it belongs to another sign-in',
  exp: 'it has expired',
  nbf: 'it is not valid yet',
  iat: 'it is not valid yet',
  auth_time: 'it does not confirm a recent sign-in',
  signature: 'its signature is wrong',
  unsigned: 'it is not signed',
  wrapped: 'its signature does not cover it',
  algorithm: 'its signature uses a weak algorithm',
  encrypted: 'it is encrypted',
  recipient: 'it was sent to another address',
  used: 'it was used before',
  name_id: 'it has no lasting name identifier',
} as const
export type TokenCheck = keyof typeof tokenReasons

/** A refused sign-in. 503 if the provider cannot be reached; otherwise 409, because a 401 would end the session. */
export class SignInRefused extends Problem {
  readonly failure: SignInFailure
  constructor(failure: SignInFailure, detail: string) {
    super(failure === 'unreachable' ? 503 : 409, detail, {
      kind: `single-sign-on-${failure.replaceAll('_', '-')}`,
    })
    this.failure = failure
  }
}

export const refuse = (failure: keyof typeof texts) => new SignInRefused(failure, texts[failure])

export const invalidToken = (check: string) =>
  new SignInRefused(
    'invalid_token',
    `The response from your identity provider was rejected: ${
      Object.hasOwn(tokenReasons, check) ? tokenReasons[check as TokenCheck] : 'it is malformed'
    }`,
  )

const rejected = (reason: string) =>
  new SignInRefused('misconfigured', `The single sign-on settings don’t work: ${reason}`)

/** @param reason the provider's own words */
export const denied = (reason: string) =>
  new SignInRefused('denied', `Your identity provider refused the sign-in: ${shorten(reason)}`)

export const wrongIssuer = () => rejected('its address belongs to another issuer')

/** Bounds texts of a provider, which end up in messages and in the activity log. */
const shorten = (text: string) =>
  text
    .replaceAll(/[^\p{L}\p{N}\p{P}\p{Zs}]/gu, ' ')
    .trim()
    .slice(0, 200)

interface Cause {
  name?: string
  code?: string
  error?: string
  error_description?: string
  claim?: string
  message?: string
  cause?: unknown
}

/** The error and its causes, outermost first. */
function causesOf(error: unknown): Cause[] {
  const causes: Cause[] = []
  for (let at = error; typeof at === 'object' && at !== null && causes.length < 8; at = (at as Cause).cause)
    causes.push(at as Cause)
  return causes
}

/** What a failed exchange with a provider means. */
export function refusalOf(error: unknown): SignInRefused {
  if (error instanceof SignInRefused) return error
  const causes = causesOf(error)
  if (causes.some(cause => cause instanceof Undeliverable)) return rejected('its address is not public')
  const codes = new Set(causes.map(({ code }) => code))
  if (codes.has('OAUTH_HTTP_REQUEST_FORBIDDEN')) return rejected('its addresses must begin with https://')
  const claim = causes.find(cause => cause.claim)?.claim
  if (claim) return invalidToken(claim)
  const answered = causes.find(cause => cause.error)
  if (answered) {
    const reason = answered.error_description ?? answered.error ?? ''
    if (codes.has('OAUTH_AUTHORIZATION_RESPONSE_ERROR')) return denied(reason)
    if (answered.error === 'invalid_grant') return refuse('expired')
    return rejected(shorten(reason))
  }
  const text = causes.map(({ message }) => message ?? '').join(' ')
  if (codes.has('OAUTH_KEY_SELECTION_FAILED') || /signature/.test(text)) return invalidToken('signature')
  if (/auth_time/.test(text)) return invalidToken('auth_time')
  if (/"iss"/.test(text)) return invalidToken('iss')
  if (codes.has('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')) return wrongIssuer()
  if (codes.has('OAUTH_INVALID_RESPONSE') || codes.has('OAUTH_UNSUPPORTED_OPERATION'))
    return invalidToken('format')
  return refuse('unreachable')
}
