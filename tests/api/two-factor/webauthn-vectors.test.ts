import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { identity } from '#contract/identity.ts'
import { twoFactor } from '#contract/two-factor.ts'
import { createApp } from '#server/app.ts'
import { openTokens } from '#server/plugins/session.ts'
import { registered } from '#tests/fixtures/accounts.ts'
import { type Api, bearer, test } from '#tests/fixtures/api.ts'

/**
 * WebAuthn Level 3, section 16.2, "ES256 Credential with No Attestation": in hexadecimal, for the relying party
 * `example.org`. Its holder was present and not checked.
 */
const vector = {
  credentialId: 'f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3ec330084be4',
  registration: {
    clientDataJSON:
      '7b2274797065223a22776562617574686e2e637265617465222c226368616c6c656e6765223a22414d4d507434557878475453746e63647134313759447742466938767049612d7077386f4f755657345441222c226f726967696e223a2268747470733a2f2f6578616d706c652e6f7267222c2263726f73734f726967696e223a66616c73652c22657874726144617461223a22636c69656e74446174614a534f4e206d617920626520657874656e6465642077697468206164646974696f6e616c206669656c647320696e20746865206675747572652c207375636820617320746869733a20426b5165446a646354427258426941774a544c4535513d3d227d',
    attestationObject:
      'a363666d74646e6f6e656761747453746d74a068617574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b559000000008446ccb9ab1db374750b2367ff6f3a1f0020f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3ec330084be4a5010203262001215820afefa16f97ca9b2d23eb86ccb64098d20db90856062eb249c33a9b672f26df61225820930a56b87a2fca66334b03458abf879717c12cc68ed73290af2e2664796b9220',
  },
  assertion: {
    clientDataJSON:
      '7b2274797065223a22776562617574686e2e676574222c226368616c6c656e6765223a224f63446e55685158756c5455506f334a5558543049393770767a7a59425039745a63685879617630314167222c226f726967696e223a2268747470733a2f2f6578616d706c652e6f7267222c2263726f73734f726967696e223a66616c73657d',
    authenticatorData: 'bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b51900000000',
    signature:
      '3046022100f50a4e2e4409249c4a853ba361282f09841df4dd4547a13a87780218deffcd380221008480ac0f0b93538174f575bf11a1dd5d78c6e486013f937295ea13653e331e87',
  },
}

const base64url = (hex: string) => Buffer.from(hex, 'hex').toString('base64url')
const inBase64url = <Fields extends Record<string, string>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, hex]) => [name, base64url(hex)]))
const challengeIn = (hex: string): string => JSON.parse(Buffer.from(hex, 'hex').toString()).challenge
const credential = (response: Record<string, string>) => ({
  id: base64url(vector.credentialId),
  rawId: base64url(vector.credentialId),
  type: 'public-key',
  clientExtensionResults: {},
  response: inBase64url(response),
})

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

test('the vectors of WebAuthn are taken as they stand, and for what they prove alone', async ({ api }) => {
  const config = { ...api.services.config, PUBLIC_URL: 'https://example.org' }
  const app = await createApp({ ...api.services, config }, await openTokens(api.db))
  const { id, token } = await registered(api)
  const anna = bearer(app, token)

  const made = challengeIn(vector.registration.clientDataJSON)
  await giveOut(api, made, 'passkey_registration', id)
  const registration = { challenge: made, name: 'Vector', credential: credential(vector.registration) }
  expect((await anna.call(twoFactor.completePasskey, { body: registration })).status).toBe(201)

  const signed = challengeIn(vector.assertion.clientDataJSON)
  const body = { credential: credential(vector.assertion) }
  await giveOut(api, signed, 'step_up', id)
  expect((await anna.call(identity.stepUp, { body })).status).toBe(204)

  // It signs in alone only where its holder was checked.
  await giveOut(api, signed, 'passkey_sign_in', null)
  expect((await bearer(app).call(identity.passkey, { body })).status).toBe(422)

  await giveOut(api, signed, 'step_up', id)
  const bent = { ...vector.assertion, signature: vector.assertion.signature.replace(/87$/, '88') }
  const forged = await anna.call(identity.stepUp, { body: { credential: credential(bent) } })
  expect(forged.status).toBe(422)
  await app.close()
})
