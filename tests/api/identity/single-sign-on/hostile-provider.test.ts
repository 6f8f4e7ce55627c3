// @module-tag thorough

import type { JWTPayload } from 'jose'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { identityProviders, singleSignOn } from '#contract/identity/single-sign-on.ts'
import { type Api, test } from '#tests/fixtures/api.ts'
import { hostileProvider, seconds } from '#tests/fixtures/hostile-provider.ts'
import { organizationWithProvider, settingsOf } from '#tests/fixtures/single-sign-on.ts'

const clientId = 'client'

/** An organization whose provider answers with forged tokens. */
async function withHostileProvider(api: Api) {
  const { admin, params, domain, setState } = await organizationWithProvider(api)
  const provider = await hostileProvider(clientId)
  await setState({ enabled: false })
  const body = settingsOf({ issuer: provider.issuer, clientId, clientSecret: 'secret' })
  expect((await admin.call(identityProviders.save, { params, body })).status).toBe(200)
  await sql`update identity_providers set tested_at = now(), enabled = true where organization_id = ${params.id}`.execute(
    api.db,
  )
  const email = `eve@${domain}`

  async function signIn(values: Parameters<typeof provider.forge>[0] = {}, response: object = {}) {
    provider.forge({})
    const start = await api.nobody.call(singleSignOn.start, { body: { email } })
    expect(start.status, start.text).toBe(200)
    const { url, state, secret } = start.reply
    provider.receive(url)
    provider.forge({ ...values, claims: { email, ...values.claims } })
    return api.nobody.call(singleSignOn.complete, {
      body: { state, secret, response: { code: 'any', ...response } },
    })
  }
  return { provider, admin, params, email, signIn }
}

const invalid = (reason: string) => ({
  status: 409,
  type: '/problems/single-sign-on-invalid-token',
  detail: `The response from your identity provider was rejected: ${reason}`,
})

describe('an ID token', () => {
  test('is accepted if nothing is wrong with it', async ({ api }) => {
    const { signIn } = await withHostileProvider(api)
    expect((await signIn()).reply).toMatchObject({ access_token: expect.any(String) })
  })

  test.for<[name: string, claims: JWTPayload, reason: string]>([
    ['the nonce of another sign-in', { nonce: 'other' }, 'it belongs to another sign-in'],
    ['an expiry in the past', { exp: seconds(-600), iat: seconds(-900) }, 'it has expired'],
    ['a beginning in the future', { nbf: seconds(3_600) }, 'it is not valid yet'],
    ['another audience', { aud: 'another' }, 'it was issued for another application'],
    ['additional audiences', { aud: [clientId, 'another'] }, 'it was issued for another application'],
    ['another issuer', { iss: 'https://evil.example' }, 'it was issued by someone else'],
  ])('is refused with %s', async ([, claims, reason], { api }) => {
    const { signIn, email } = await withHostileProvider(api)
    const { problem } = await signIn({ claims })
    expect(problem).toMatchObject(invalid(reason))
    const people = await api.db.selectFrom('people').select('id').where('email', '=', email).execute()
    expect(people).toEqual([])
  })

  test('is refused with a wrong signature, unsigned, or malformed', async ({ api }) => {
    const { signIn } = await withHostileProvider(api)
    expect((await signIn({ wrongKey: true })).problem).toMatchObject(invalid('its signature is wrong'))
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const unsigned = `${part({ alg: 'none' })}.${part({ sub: 'somebody' })}.`
    for (const idToken of [unsigned, 'not a token'])
      expect((await signIn({ idToken })).problem).toMatchObject({
        status: 409,
        type: '/problems/single-sign-on-invalid-token',
      })
  })

  test('is refused where the provider answers as another issuer', async ({ api }) => {
    const { signIn } = await withHostileProvider(api)
    const { problem } = await signIn({}, { iss: 'https://evil.example' })
    expect(problem).toMatchObject(invalid('it was issued by someone else'))
  })
})

describe('the metadata of a provider', () => {
  test('is refused for another issuer', async ({ api }) => {
    const { provider, email } = await withHostileProvider(api)
    provider.forge({ metadata: { issuer: 'https://evil.example' } })
    const { problem } = await api.nobody.call(singleSignOn.start, { body: { email } })
    expect(problem).toMatchObject({
      status: 409,
      type: '/problems/single-sign-on-misconfigured',
      detail: 'The single sign-on settings don’t work: its address belongs to another issuer',
    })
  })

  test('cannot send the browser to a script', async ({ api }) => {
    const { provider, email } = await withHostileProvider(api)
    provider.forge({ metadata: { authorization_endpoint: 'javascript:alert(1)' } })
    const { status, reply } = await api.nobody.call(singleSignOn.start, { body: { email } })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(reply).not.toHaveProperty('url')
  })

  test('cannot make the server call private addresses, or without encryption', async ({ api }) => {
    const { email, params, provider } = await withHostileProvider(api)
    Object.assign(api.services.config, { ALLOW_PRIVATE_WEBHOOKS: false })
    const reasons = []
    for (const issuer of [
      provider.issuer,
      provider.issuer.replace('http:', 'https:'),
      'https://localhost:1',
    ]) {
      await sql`update identity_providers set issuer = ${issuer} where organization_id = ${params.id}`.execute(
        api.db,
      )
      const { status, problem } = await api.nobody.call(singleSignOn.start, { body: { email } })
      expect(status).toBe(409)
      reasons.push(problem.detail)
    }
    Object.assign(api.services.config, { ALLOW_PRIVATE_WEBHOOKS: true })
    const settings = 'The single sign-on settings don’t work'
    expect(reasons).toEqual([
      `${settings}: its addresses must begin with https://`,
      `${settings}: its address is not public`,
      `${settings}: its address is not public`,
    ])
  })
})
