import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Assertion } from '#contract/identity/two-factor.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'
import { invalidField, Problem } from '#server/kit/problem.ts'
import { consumeChallenge } from './challenges.ts'
import { findPasskey, insertPasskey, listPasskeys, type Purpose, recordPasskeyUse } from './queries.ts'

/** Loaded by the first passkey, because it takes memory. */
const library = () => import('@simplewebauthn/server')

/** Ed25519, ES256, RS256, ES384 and ES512 of the COSE registry; every authenticator supports one of the first three. */
const supportedAlgorithmIDs = [-8, -7, -257, -35, -36]

/** The domain that passkeys are bound to, and the origin of the console. */
export interface RelyingParty {
  id: string
  origin: string
}

const isLoopback = (host: string) => host === 'localhost' || host.endsWith('.localhost')

/**
 * The relying party from `PUBLIC_URL`, or without it from a localhost name. IP addresses cannot have passkeys
 * (WebAuthn Level 3, section 5.1.2), and other `Host` headers are not trusted.
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

/** Options for registering a discoverable passkey, with user verification if the authenticator supports it. */
export async function registrationOptions(
  db: Db,
  { id: rpID }: RelyingParty,
  holder: Holder,
  challenge: string,
) {
  const known = await listPasskeys(db, holder.id)
  const { generateRegistrationOptions } = await library()
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

/** Options for signing in with any passkey of this console. */
export const signInOptions = async ({ id: rpID }: RelyingParty, challenge: string) =>
  (await library()).generateAuthenticationOptions({
    rpID,
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    userVerification: 'required',
  })

/**
 * Removes the attestation statement, which was not requested and is not evaluated (WebAuthn Level 3, section 5.1.3).
 * @throws Error if the response cannot be decoded.
 */
async function withoutAttestation(credential: RegistrationResponseJSON): Promise<RegistrationResponseJSON> {
  const { decodeAttestationObject, isoCBOR } = await import('@simplewebauthn/server/helpers')
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

/** Verifies a registration; null if it is invalid or was created in a cross-origin frame. */
async function verifyRegistration(
  response: RegistrationResponseJSON,
  expected: { expectedChallenge: string; expectedOrigin: string; expectedRPID: string },
) {
  try {
    if (clientDataOf(response.response.clientDataJSON)?.crossOrigin) return null
    const { registrationInfo } = await (await library()).verifyRegistrationResponse({
      response: await withoutAttestation(response),
      ...expected,
      requireUserVerification: false,
      supportedAlgorithmIDs,
    })
    return registrationInfo ?? null
  } catch {
    return null
  }
}

/** Stores a new passkey. @throws Problem 422 if the response is invalid, 409 if the passkey is already registered. */
export async function registerPasskey(
  db: Db,
  { id, origin }: RelyingParty,
  personId: string,
  registration: { credential: unknown; challenge: string; name: string },
) {
  await consumeChallenge(db, registration.challenge, 'passkey_registration', personId)
  const made = await verifyRegistration(registration.credential as RegistrationResponseJSON, {
    expectedChallenge: registration.challenge,
    expectedOrigin: origin,
    expectedRPID: id,
  })
  if (!made) throw invalidField('credential', 'This passkey was created for another site')
  const { credential } = made
  const passkey = await insertPasskey(db, {
    person_id: personId,
    name: registration.name,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
  })
  if (!passkey) throw invalidField('credential', 'This passkey is already registered', 409)
  return passkey
}

/** The unverified client data of a response; null if it cannot be parsed. */
function clientDataOf(clientDataJSON: string): { challenge?: unknown; crossOrigin?: unknown } | null {
  try {
    return JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
  } catch {
    return null
  }
}

interface Expected {
  purpose: Purpose
  /** The person the challenge was issued to; null if the passkey identifies the person. */
  personId: string | null
  /** Whether user verification is required, which makes a passkey two factors by itself. */
  verified: boolean
}

/**
 * Verifies a passkey assertion. Consumes the challenge, whatever the result.
 * @returns the id of the passkey's owner, or null if the assertion is invalid.
 * @throws Problem 409 of kind `challenge-over`.
 */
export async function verifyPasskey(
  db: Db,
  { id, origin }: RelyingParty,
  assertion: z.output<typeof Assertion>,
  { purpose, personId, verified: requireUserVerification }: Expected,
): Promise<string | null> {
  const { challenge, crossOrigin } = clientDataOf(assertion.response.clientDataJSON) ?? {}
  if (typeof challenge !== 'string') return null
  await consumeChallenge(db, challenge, purpose, personId)
  // The console must not be framed, so a sign-in from inside a cross-origin frame is refused.
  if (crossOrigin) return null
  const passkey = await findPasskey(db, assertion.id)
  if (!passkey || (personId && passkey.person_id !== personId)) return null
  const { verifyAuthenticationResponse } = await library()
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
  await recordPasskeyUse(db, passkey.id, authenticationInfo.newCounter)
  return passkey.person_id
}
