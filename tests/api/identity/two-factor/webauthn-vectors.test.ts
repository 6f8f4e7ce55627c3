import { createHash } from 'node:crypto'
import { describe, expect, onTestFinished } from 'vitest'
import { identity } from '#contract/identity/identity.ts'
import { twoFactor } from '#contract/identity/two-factor.ts'
import { createApp } from '#server/app.ts'
import { openTokens } from '#server/plugins/session.ts'
import { registered } from '#tests/fixtures/accounts.ts'
import { type Api, bearer, test } from '#tests/fixtures/api.ts'
import vectors from '#tests/fixtures/webauthn-vectors.json' with { type: 'json' }

/*
 * WebAuthn Level 3, section 16, without the extensions: in hexadecimal, for the relying party `example.org`. Those that
 * attest a maker end in a root of the standard's own; no maker is asked for, so they are taken as if they attested none.
 */

const base64url = (hex: string) => Buffer.from(hex, 'hex').toString('base64url')
const inBase64url = <Fields extends Record<string, string>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, hex]) => [name, base64url(hex)]))
const challengeIn = (hex: string): string => JSON.parse(Buffer.from(hex, 'hex').toString()).challenge
const credential = (id: string, response: Record<string, string>) => ({
  id: base64url(id),
  rawId: base64url(id),
  type: 'public-key',
  clientExtensionResults: {},
  response: inBase64url(response),
})

/** With its last bit turned. */
const bent = (hex: string) => hex.slice(0, -1) + (Number.parseInt(hex.slice(-1), 16) ^ 1).toString(16)
/** Bit 2 of the flags, which stand behind the 32 bytes of the domain's hash. */
const wasChecked = (authenticatorData: string) =>
  (Number.parseInt(authenticatorData.slice(64, 66), 16) & 4) !== 0

/** As if the server had given out the vector's challenge. */
const giveOut = (
  { db }: Api,
  challenge: string,
  purpose: 'passkey_registration' | 'step_up' | 'passkey_sign_in',
  personId: string | null,
) =>
  db
    .insertInto('challenges')
    .values({
      challenge_hash: createHash('sha256').update(challenge).digest(),
      purpose,
      person_id: personId,
      expires_at: new Date(Date.now() + 60_000).toISOString(),
    })
    .execute()

/** Those that are refused, and why; the others are taken as they stand. */
const refused: Record<string, string> = {
  'ES256 Credential with "crossOrigin": true in clientDataJSON': 'made inside the page of another',
  'ES256 Credential with "topOrigin" in clientDataJSON': 'made inside the page of another',
  'Packed Attestation with Ed448 Credential': 'an algorithm that was not offered',
}

describe('the WebAuthn test vector', () => {
  test.for(vectors)('“$name” is accepted, within what it proves', async (vector, { api }) => {
    const { name, credentialId, registration, assertion } = vector
    const config = { ...api.services.config, PUBLIC_URL: 'https://example.org' }
    const app = await createApp({ ...api.services, config }, await openTokens(api.db))
    onTestFinished(() => app.close())
    const { id, token } = await registered(api)
    const anna = bearer(app, token)

    const challenge = challengeIn(registration.clientDataJSON)
    await giveOut(api, challenge, 'passkey_registration', id)
    const made = await anna.call(twoFactor.completePasskey, {
      body: { challenge, name: 'Vector', credential: credential(credentialId, registration) },
    })
    expect(made.status, refused[name]).toBe(name in refused ? 422 : 201)

    const signed = challengeIn(assertion.clientDataJSON)
    const prove = async (response: Record<string, string>) => {
      await giveOut(api, signed, 'step_up', id)
      const body = { credential: credential(credentialId, response) }
      return (await anna.call(identity.stepUp, { body })).status
    }
    expect(await prove(assertion)).toBe(name in refused ? 422 : 204)
    expect(await prove({ ...assertion, signature: bent(assertion.signature) })).toBe(422)

    // It signs in alone only where its holder was checked.
    await giveOut(api, signed, 'passkey_sign_in', null)
    const body = { credential: credential(credentialId, assertion) }
    const alone = await bearer(app).call(identity.passkey, { body })
    expect(alone.status).toBe(!(name in refused) && wasChecked(assertion.authenticatorData) ? 200 : 422)
  })
})
