import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeAttestationObject, isoCBOR } from '@simplewebauthn/server/helpers'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Assertion } from '#contract/two-factor.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'
import { invalid, Problem } from '#server/kit/problem.ts'
import { answered } from './challenges.ts'
import { insertPasskey, noteUse, type Purpose, passkeyBy, passkeysOf } from './queries.ts'

/** Ed25519, ES256, RS256, ES384 and ES512 of the COSE registry: one of the first three is known to every authenticator. */
const supportedAlgorithmIDs = [-8, -7, -257, -35, -36]

/** What passkeys are bound to: the console's domain, and the origin it is served from. */
export interface RelyingParty {
  id: string
  origin: string
}

const isLoopback = (host: string) => host === 'localhost' || host.endsWith('.localhost')

/**
 * Where the console is: `PUBLIC_URL`, or without it this machine by name. An address of digits cannot have passkeys
 * (WebAuthn Level 3, section 5.1.2), and a `Host` that nobody vouches for is not believed.
 * @throws Problem 409 of kind `no-passkeys-here`.
 */
export function relyingParty({ PUBLIC_URL }: Config, { host, hostname }: FastifyRequest): RelyingParty {
  if (PUBLIC_URL) return { id: new URL(PUBLIC_URL).hostname, origin: new URL(PUBLIC_URL).origin }
  if (isLoopback(hostname)) return { id: hostname, origin: `http://${host}` }
  throw new Problem(409, 'Passkeys need a domain name. Open the console at its PUBLIC_URL or at localhost.', {
    kind: 'no-passkeys-here',
  })
}

interface Holder {
  id: string
  name: string
  username: string
}

/** What the browser needs to make a passkey: one that is found without a username, and that checks who holds it. */
export async function registrationOptions(
  db: Db,
  { id: rpID }: RelyingParty,
  holder: Holder,
  challenge: string,
) {
  const known = await passkeysOf(db, holder.id)
  return generateRegistrationOptions({
    rpName: 'Voicedeck',
    rpID,
    userID: Uint8Array.from(Buffer.from(holder.id)),
    userName: holder.username,
    userDisplayName: holder.name,
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  })
}

/** What the browser needs to use any passkey that it has for this console. */
export const signInOptions = ({ id: rpID }: RelyingParty, challenge: string) =>
  generateAuthenticationOptions({
    rpID,
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    userVerification: 'required',
  })

/**
 * What an authenticator made, without what it says of its maker: nobody asked for that, no maker is trusted more than
 * another, and a browser that was not asked leaves it out (WebAuthn Level 3, section 5.1.3).
 * @throws Error when it cannot be read.
 */
function withoutMaker(credential: RegistrationResponseJSON): RegistrationResponseJSON {
  const { attestationObject } = credential.response
  const authData = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url'))).get(
    'authData',
  )
  const statement = new Map<string, string>()
  const none = isoCBOR.encode(
    new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', statement],
      ['authData', authData],
    ]),
  )
  return {
    ...credential,
    response: { ...credential.response, attestationObject: Buffer.from(none).toString('base64url') },
  }
}

/** What a browser made for this console; null when the answer does not hold, or was made inside another's page. */
async function madeHere(
  given: RegistrationResponseJSON,
  expected: { expectedChallenge: string; expectedOrigin: string; expectedRPID: string },
) {
  try {
    if (clientDataOf(given.response.clientDataJSON)?.crossOrigin) return null
    const { registrationInfo } = await verifyRegistrationResponse({
      response: withoutMaker(given),
      ...expected,
      requireUserVerification: false,
      supportedAlgorithmIDs,
    })
    return registrationInfo ?? null
  } catch {
    return null
  }
}

/** Keeps the passkey that a browser made. @throws Problem 422 when the answer does not hold, 409 when it is known. */
export async function registerPasskey(
  db: Db,
  { id, origin }: RelyingParty,
  personId: string,
  given: { credential: unknown; challenge: string; name: string },
) {
  await answered(db, given.challenge, 'passkey_registration', personId)
  const made = await madeHere(given.credential as RegistrationResponseJSON, {
    expectedChallenge: given.challenge,
    expectedOrigin: origin,
    expectedRPID: id,
  })
  if (!made) throw invalid('credential', 'This passkey was created for another site')
  const { credential } = made
  const passkey = await insertPasskey(db, {
    person_id: personId,
    name: given.name,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
  })
  if (!passkey) throw invalid('credential', 'This passkey is already registered', 409)
  return passkey
}

/** What the browser says that an authenticator signed, unchecked; null when it cannot be read. */
function clientDataOf(clientDataJSON: string): { challenge?: unknown; crossOrigin?: unknown } | null {
  try {
    return JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
  } catch {
    return null
  }
}

interface Expected {
  purpose: Purpose
  /** Whom it was asked of; null where the passkey says who it is. */
  personId: string | null
  /** Whether the authenticator must have checked who holds it: then a passkey is two factors by itself. */
  verified: boolean
}

/**
 * Whose passkey signed the challenge that was given out; uses the challenge up, whatever comes of it.
 * @returns the person's id, or null when the assertion does not hold.
 * @throws Problem 409 of kind `challenge-over`.
 */
export async function holderOf(
  db: Db,
  { id, origin }: RelyingParty,
  assertion: z.output<typeof Assertion>,
  { purpose, personId, verified: requireUserVerification }: Expected,
): Promise<string | null> {
  const { challenge, crossOrigin } = clientDataOf(assertion.response.clientDataJSON) ?? {}
  if (typeof challenge !== 'string') return null
  await answered(db, challenge, purpose, personId)
  // No page of another may hold ours in a frame, so nobody signs in from inside one.
  if (crossOrigin) return null
  const passkey = await passkeyBy(db, assertion.id)
  if (!passkey || (personId && passkey.person_id !== personId)) return null
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: assertion as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification,
    credential: {
      id: passkey.credential_id,
      publicKey: Uint8Array.from(passkey.public_key),
      counter: Number(passkey.counter),
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) return null
  await noteUse(db, passkey.id, authenticationInfo.newCounter)
  return passkey.person_id
}
