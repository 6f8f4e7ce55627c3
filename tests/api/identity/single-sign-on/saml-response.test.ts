import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { Api } from '#tests/fixtures/api.ts'
import { test } from '#tests/fixtures/api.ts'
import { organizationWithSaml, post } from '#tests/fixtures/saml.ts'
import {
  type AuthnRequest,
  assertionXml,
  newSigningKey,
  readRequest,
  responseXml,
  type Statements,
  sign,
} from '#tests/fixtures/saml-provider.ts'
import { tokenOf } from '#tests/fixtures/single-sign-on.ts'

const invalid = (reason: string) => ({
  status: 409,
  type: '/problems/single-sign-on-invalid-token',
  detail: `The response from your identity provider was rejected: ${reason}`,
})
const peopleOf = (api: Api, domain: string) =>
  api.db.selectFrom('people').select('email').where('email', 'like', `%@${domain}`).execute()

describe('an assertion', () => {
  test.for<[name: string, forged: Partial<Statements>, reason: string]>([
    ['an expiry in the past', { expires: -300 }, 'it has expired'],
    ['a beginning in the future', { notBefore: 3_600 }, 'it is not valid yet'],
    ['another audience', { audience: 'https://another.example' }, 'it was issued for another application'],
    ['another issuer', { issuer: 'https://evil.example' }, 'it was issued by someone else'],
    ['another recipient', { recipient: 'https://another.example/acs' }, 'it was sent to another address'],
    ['another destination', { destination: 'https://another.example/acs' }, 'it was sent to another address'],
    ['the request of another sign-in', { inResponseTo: '_another' }, 'it belongs to another sign-in'],
    ['no request at all', { inResponseTo: '' }, 'it belongs to another sign-in'],
    [
      'a name identifier for this session only',
      { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
      'it has no lasting name identifier',
    ],
    ['no name identifier', { nameId: '' }, 'it has no lasting name identifier'],
  ])('is refused with %s', async ([, forged, reason], { api }) => {
    const { account, signIn, domain } = await organizationWithSaml(api)
    expect((await signIn(account().login, forged)).problem).toMatchObject(invalid(reason))
    expect(await peopleOf(api, domain)).toEqual([])
  })

  test('is accepted although the clocks differ by half a minute', async ({ api }) => {
    const { account, signIn } = await organizationWithSaml(api)
    await tokenOf(await signIn(account().login, { notBefore: 30 }))
    await tokenOf(await signIn(account().login, { expires: -30 }))
  })

  test('is refused unsigned, signed by another key, or with a weak algorithm', async ({ api }) => {
    const { account, signInWith, provider, domain } = await organizationWithSaml(api)
    const { login } = account()
    const of = (asked: AuthnRequest) => provider.statements(asked, login)
    const respond = (make: (values: Statements) => string) =>
      signInWith(asked => responseXml(of(asked), make(of(asked))))
    const stranger = await newSigningKey()

    expect((await respond(assertionXml)).problem).toMatchObject(invalid('it is not signed'))
    for (const withCertificate of [false, true]) {
      const signedByStranger = (values: Statements) =>
        sign(assertionXml(values), stranger, { withCertificate })
      expect((await respond(signedByStranger)).problem).toMatchObject(invalid('its signature is wrong'))
    }
    const changed = (values: Statements) =>
      sign(assertionXml(values), provider.key()).replace('carers', 'care-leads')
    expect((await respond(changed)).problem).toMatchObject(invalid('its signature is wrong'))
    for (const options of [
      { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' },
      { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' },
    ]) {
      const weak = (values: Statements) => sign(assertionXml(values), provider.key(), options)
      expect((await respond(weak)).problem).toMatchObject(invalid('its signature uses a weak algorithm'))
    }
    // The signature of the response alone does not do.
    const { problem } = await signInWith(asked =>
      sign(responseXml(of(asked), assertionXml(of(asked))), provider.key()),
    )
    expect(problem).toMatchObject(invalid('it is not signed'))
    expect(await peopleOf(api, domain)).toEqual([])
  })

  test('is refused with a document type, and if it is no response', async ({ api }) => {
    const { account, signInWith, provider } = await organizationWithSaml(api)
    const { login } = account()
    const valid = (asked: AuthnRequest) => provider.respond(provider.statements(asked, login))
    for (const xml of [
      (asked: AuthnRequest) => `<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>${valid(asked)}`,
      (asked: AuthnRequest) => `<?xml version="1.0"?><!doctype r>${valid(asked)}`,
      () => 'not XML',
      () => '<open>',
      () => '',
      () => '<a/>',
      (asked: AuthnRequest) => `${valid(asked)}<more/>`,
    ]) {
      const { status, problem } = await signInWith(xml)
      expect(status).toBe(409)
      expect(['/problems/single-sign-on-invalid-token', '/problems/single-sign-on-expired']).toContain(
        problem.type,
      )
    }
  })

  test('is refused encrypted, which needs a key that this service does not have', async ({ api }) => {
    const { account, signInWith, provider } = await organizationWithSaml(api)
    const { problem } = await signInWith(asked =>
      responseXml(
        provider.statements(asked, account().login),
        '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>',
      ),
    )
    expect(problem).toMatchObject(invalid('it is encrypted'))
  })

  test('says why the provider refused', async ({ api }) => {
    const { signInWith, provider } = await organizationWithSaml(api)
    const { problem } = await signInWith(asked =>
      responseXml(
        {
          ...provider.statements(asked, 'nobody'),
          status: 'urn:oasis:names:tc:SAML:2.0:status:AuthnFailed',
        },
        '',
      ),
    )
    expect(problem).toMatchObject({
      type: '/problems/single-sign-on-denied',
      detail: 'Your identity provider refused the sign-in: AuthnFailed',
    })
  })

  test.for<[name: string, canonicalization: string]>([
    ['', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
    [' and signed with them', 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments'],
  ])('is read as a whole around comments%s', async ([, canonicalization], { api }) => {
    const { account, signInWith, provider, domain, params } = await organizationWithSaml(api)
    const victim = account()
    const attacker = account()
    /** An account that the attacker registered at the provider: the victim's name with something behind it. */
    const respond = (asked: AuthnRequest, comment: string) => {
      const values = provider.statements(asked, attacker.login)
      const { nameId } = provider.statements(asked, victim.login)
      const xml = assertionXml({
        ...values,
        nameId: `${nameId}-evil`,
        attributes: { ...values.attributes, email: `${victim.email}.evil.example` },
      })
      const signed = sign(xml, provider.key(), { canonicalization })
      return responseXml(
        values,
        signed
          .replace(`${nameId}-evil`, `${nameId}${comment}-evil`)
          .replace(`${victim.email}.evil`, `${victim.email}${comment}.evil`),
      )
    }
    await tokenOf(await signInWith(asked => provider.respond(provider.statements(asked, victim.login))))
    const { status } = await signInWith(asked => respond(asked, '<!---->'))
    expect(status).toBe(409)
    const people = await api.db
      .selectFrom('external_identities')
      .select('subject')
      .where('organization_id', '=', params.id)
      .execute()
    expect(people).toHaveLength(1)
    expect(await peopleOf(api, domain)).toEqual([{ email: victim.email }])
  })
})

describe('a response', () => {
  test('is used once', async ({ api }) => {
    const { account, start, answer, completeFlow, provider } = await organizationWithSaml(api)
    const { login } = account()
    const first = await start()
    let sent = ''
    await tokenOf(
      await answer(api.nobody, first, asked => {
        sent = provider.respond(provider.statements(asked, login))
        return sent
      }),
    )
    expect((await completeFlow(api.nobody, first)).problem).toMatchObject({
      type: '/problems/single-sign-on-expired',
    })
    // In the sign-in of another browser, and of the same one.
    const replayed = await answer(api.nobody, await start(), () => sent)
    expect(replayed.problem).toMatchObject(invalid('it belongs to another sign-in'))
  })

  test('is refused with an assertion that was used before', async ({ api }) => {
    const { account, signIn } = await organizationWithSaml(api)
    const assertionId = `_${randomUUID()}`
    await tokenOf(await signIn(account().login, { assertionId }))
    expect((await signIn(account().login, { assertionId })).problem).toMatchObject(
      invalid('it was used before'),
    )
  })

  test('is refused in another browser than the one that started', async ({ api }) => {
    const { account, start, completeFlow, provider } = await organizationWithSaml(api)
    const victim = await start()
    const attacker = await start()
    const request = readRequest(attacker.url)
    const response = provider.respond(provider.statements(request, account().login))
    await post(api, request.responseUrl, {
      SAMLResponse: Buffer.from(response).toString('base64'),
      RelayState: request.relayState,
    })
    // The attacker's state with the victim's secret: login CSRF.
    const { status, problem } = await completeFlow(api.nobody, { ...victim, state: attacker.state })
    expect(status).toBe(409)
    expect(problem.type).toBe('/problems/single-sign-on-expired')
  })

  test('is refused if no sign-in asked for it', async ({ api }) => {
    const { account, provider, start } = await organizationWithSaml(api)
    const { responseUrl } = readRequest((await start()).url)
    const asked = { id: '', issuer: `${responseUrl}/metadata`, responseUrl, relayState: '', forced: false }
    const SAMLResponse = Buffer.from(provider.respond(provider.statements(asked, account().login))).toString(
      'base64',
    )
    for (const RelayState of ['', 'unknown', 'A'.repeat(43)]) {
      const { status, location } = await post(api, responseUrl, { SAMLResponse, RelayState })
      expect(status).toBe(303)
      expect(location).toBe(
        RelayState.length === 43
          ? `/single-sign-on/callback?state=${RelayState}`
          : '/single-sign-on/callback',
      )
    }
  })

  test('cannot be replaced by a second one', async ({ api }) => {
    const { account, provider, start, completeFlow } = await organizationWithSaml(api)
    const started = await start()
    const request = readRequest(started.url)
    const good = provider.respond(provider.statements(request, account().login))
    for (const xml of [good, '<bad/>'])
      await post(api, request.responseUrl, {
        SAMLResponse: Buffer.from(xml).toString('base64'),
        RelayState: request.relayState,
      })
    await tokenOf(await completeFlow(api.nobody, started))
  })

  test('never sends the browser elsewhere', async ({ api }) => {
    const { start } = await organizationWithSaml(api)
    const { responseUrl } = readRequest((await start()).url)
    for (const RelayState of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      `${'A'.repeat(42)}\n`,
      '&to=https://evil.example',
    ]) {
      const { location } = await post(api, responseUrl, { SAMLResponse: 'x', RelayState })
      expect(location).toBe('/single-sign-on/callback')
    }
  })

  test('is refused above the size limit, and stores nothing', async ({ api }) => {
    const { start, completeFlow } = await organizationWithSaml(api)
    const started = await start()
    const { responseUrl, relayState } = readRequest(started.url)
    const { status } = await post(api, responseUrl, {
      SAMLResponse: 'A'.repeat(400_000),
      RelayState: relayState,
    })
    expect(status).toBe(413)
    expect((await completeFlow(api.nobody, started)).status).toBe(409)
  })

  test('must be signed as well where the settings say so', async ({ api }) => {
    const { account, signIn, save, provider } = await organizationWithSaml(api)
    await save({ requires_signed_response: true })
    const { login } = account()
    expect((await signIn(login)).problem).toMatchObject(invalid('its signature is wrong'))
    provider.signResponses()
    await tokenOf(await signIn(login))
  })
})
