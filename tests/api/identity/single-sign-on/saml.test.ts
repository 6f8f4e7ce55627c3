import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { auth } from '#contract/identity/auth.ts'
import { identityProviders, singleSignOn } from '#contract/identity/single-sign-on.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { bearer, newPerson, test } from '#tests/fixtures/api.ts'
import { organizationWithSaml, ownSamlProvider, samlSettingsOf } from '#tests/fixtures/saml.ts'
import { newSigningKey, readRequest } from '#tests/fixtures/saml-provider.ts'
import { stepUpMethods, tokenOf } from '#tests/fixtures/single-sign-on.ts'

const refused = (failure: string) => ({ type: `/problems/single-sign-on-${failure}` })

describe('a person of a SAML provider', () => {
  test('gets an account with the role of their group, and signs in to it again', async ({ api }) => {
    const { account, signIn, params } = await organizationWithSaml(api)
    const { login, email } = account()
    const first = await bearer(api.app, await tokenOf(await signIn(login))).call(auth.me)
    expect(first.reply).toMatchObject({
      name: 'Mia Wolf',
      email,
      email_verified: true,
      role: 'caregiver',
      organization: { id: params.id },
    })
    const second = await bearer(api.app, await tokenOf(await signIn(login))).call(auth.me)
    expect(second.reply.id).toBe(first.reply.id)
    const staff = await api.signedIn('operator')
    const { reply: log } = await staff.call(activityLogs.list, { query: { resource_id: first.reply.id } })
    expect(log.logs.map(({ action, details }) => ({ action, by: details.by }))).toEqual([
      { action: 'login', by: 'single_sign_on' },
      { action: 'login', by: 'single_sign_on' },
      { action: 'register', by: 'single_sign_on' },
    ])
  })

  test('follows their groups, and is refused without a known one', async ({ api }) => {
    const { account, signIn, provider } = await organizationWithSaml(api)
    const { login, email } = account({ groups: ['carers', 'others'] })
    await tokenOf(await signIn(login))
    provider.accounts.set(login, { email, groups: ['care-leads'] })
    const me = bearer(api.app, await tokenOf(await signIn(login)))
    expect((await me.call(auth.me)).reply.role).toBe('organization_admin')
    expect((await signIn(account({ groups: ['visitors'] }).login)).problem).toMatchObject(
      refused('unknown-group'),
    )
  })

  test('is known by attributes as Microsoft Entra ID, Okta and Google name them', async ({ api }) => {
    const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
    const microsoft = 'http://schemas.microsoft.com'
    const { account, signIn, save, domain } = await organizationWithSaml(api)
    const nameOf = async (attributes: Record<string, string | string[]>, forged: object = {}) => {
      const token = await tokenOf(await signIn(account().login, { attributes, ...forged }))
      return (await bearer(api.app, token).call(auth.me)).reply
    }
    await save({ groups_claim: `${microsoft}/ws/2008/06/identity/claims/groups` })
    expect(
      await nameOf({
        [`${claims}/emailaddress`]: `entra@${domain}`,
        [`${claims}/givenname`]: 'Ada',
        [`${claims}/surname`]: 'Byron',
        [`${microsoft}/ws/2008/06/identity/claims/groups`]: 'carers',
      }),
    ).toMatchObject({ name: 'Ada Byron', email: `entra@${domain}` })
    await save()
    expect(
      await nameOf(
        { firstName: 'Grace', lastName: 'Hopper', groups: ['carers'] },
        {
          nameId: `okta@${domain}`,
          nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
        },
      ),
    ).toMatchObject({ name: 'Grace Hopper', email: `okta@${domain}` })
  })

  test('is refused with an address outside of the verified domains, or of another organization', async ({
    api,
  }) => {
    const { account, signIn, domain } = await organizationWithSaml(api)
    const foreign = account({ email: 'someone@elsewhere.example' })
    expect((await signIn(foreign.login)).problem).toMatchObject(refused('foreign-domain'))
    const email = `taken@${domain}`
    const { id } = await newPerson(api.db, 'caregiver', await api.organization())
    await api.db.updateTable('people').set({ email }).where('id', '=', id).execute()
    expect((await signIn(account({ email }).login)).problem).toMatchObject(refused('collision'))
    expect((await signIn(account().login, { attributes: { groups: 'carers' } })).problem).toMatchObject(
      refused('no-email'),
    )
  })

  test('is asked for no second factor of ours if the provider verified one', async ({ api }) => {
    const { account, signIn, save } = await organizationWithSaml(api)
    const sessionOf = async (forged: object) => {
      const { login } = account()
      const me = bearer(api.app, await tokenOf(await signIn(login, forged)))
      const { id } = (await me.call(auth.me)).reply
      return api.db
        .selectFrom('sessions')
        .select('has_provider_factor')
        .where('person_id', '=', id)
        .executeTakeFirstOrThrow()
    }
    expect(await sessionOf({})).toEqual({ has_provider_factor: false })
    expect(await sessionOf({ context: 'https://refeds.org/profile/mfa' })).toEqual({
      has_provider_factor: true,
    })
    await save({ second_factor_acr: ['urn:example:two'] })
    expect(await sessionOf({ context: 'urn:example:two' })).toEqual({ has_provider_factor: true })
  })

  test('confirms their identity at the provider, which must have asked just now', async ({ api }) => {
    const { account, signIn, answer, provider } = await organizationWithSaml(api)
    const { login } = account()
    const me = bearer(api.app, await tokenOf(await signIn(login)))
    expect(await stepUpMethods(me)).toContain('single_sign_on')
    const stepUp = async (authenticatedAt: number, as = login) => {
      const { reply, text } = await me.call(singleSignOn.stepUp)
      expect(reply.url, text).toContain('SAMLRequest=')
      expect(readRequest(reply.url).forced).toBe(true)
      return answer(me, reply, asked =>
        provider.respond({ ...provider.statements(asked, as), authenticatedAt }),
      )
    }
    expect((await stepUp(-3_600)).problem).toMatchObject(refused('invalid-token'))
    expect((await stepUp(-1, account().login)).problem).toMatchObject(refused('other-person'))
    expect((await stepUp(-1)).reply).toEqual({ stepped_up: true })
  })
})

describe('two organizations', () => {
  test('with the same provider cannot use each other’s assertions', async ({ api }) => {
    const shared = await ownSamlProvider()
    const one = await organizationWithSaml(api, {}, shared)
    const two = await organizationWithSaml(api, {}, shared)
    const { login } = one.account()
    await tokenOf(await one.signIn(login))
    // The assertion is for the service as the first organization knows it.
    const asOne = readRequest((await one.start()).url)
    const { problem } = await two.signIn(login, { audience: asOne.issuer })
    expect(problem).toMatchObject({ detail: expect.stringContaining('issued for another application') })
    const sentToOne = await two.signIn(login, { recipient: asOne.responseUrl })
    expect(sentToOne.problem).toMatchObject({ detail: expect.stringContaining('sent to another address') })
  })

  test('cannot take over people by entering the entity ID of the other’s provider', async ({ api }) => {
    const victim = await organizationWithSaml(api)
    const { login } = victim.account()
    const person = (await bearer(api.app, await tokenOf(await victim.signIn(login))).call(auth.me)).reply
    const attacker = await organizationWithSaml(api)
    await attacker.setState({ enabled: false })
    await attacker.save({ issuer: victim.provider.entityId })
    await sql`update identity_providers set tested_at = now(), enabled = true where organization_id = ${attacker.params.id}`.execute(
      api.db,
    )
    const mine = attacker.account()
    const forged = (request: ReturnType<typeof readRequest>) => ({
      issuer: victim.provider.entityId,
      nameId: victim.provider.statements(request, login).nameId,
    })
    // The name of the victim's person, signed by the attacker's own key: an account of the attacker's organization.
    const stolen = bearer(api.app, await tokenOf(await attacker.signIn(mine.login, forged)))
    const { reply } = await stolen.call(auth.me)
    expect(reply.id).not.toBe(person.id)
    expect(reply.organization.id).toBe(attacker.params.id)
    // And the victim's person still signs in to their own.
    const again = bearer(api.app, await tokenOf(await victim.signIn(login)))
    expect((await again.call(auth.me)).reply.id).toBe(person.id)
  })

  test('post responses for their own flows only', async ({ api }) => {
    const one = await organizationWithSaml(api)
    const two = await organizationWithSaml(api)
    const started = await one.start()
    const request = readRequest(started.url)
    const foreign = { ...request, responseUrl: readRequest((await two.start()).url).responseUrl }
    const { account, provider } = one
    const { problem } = await one.answer(api.nobody, { ...started, url: started.url }, () =>
      provider.respond({ ...provider.statements(request, account().login), recipient: foreign.responseUrl }),
    )
    expect(problem).toMatchObject(refused('invalid-token'))
  })
})

describe('the settings of SAML', () => {
  test('name the field that is refused', async ({ api }) => {
    const provider = await ownSamlProvider()
    const admin = await api.signedIn('organization_admin')
    const params = { id: admin.organizationId }
    const pointerOf = async (values: object) => {
      const { status, problem, text } = await admin.call(identityProviders.save, {
        params,
        body: { ...samlSettingsOf(provider), ...values },
      })
      expect(status, text).toBe(422)
      return problem.errors?.[0]?.pointer
    }
    const weak = await newSigningKey(1_024)
    expect(await pointerOf({ issuer: '' })).toBe('#/issuer')
    expect(await pointerOf({ sign_in_url: '' })).toBe('#/sign_in_url')
    expect(await pointerOf({ sign_in_url: 'javascript:alert(1)' })).toBe('#/sign_in_url')
    expect(await pointerOf({ certificates: [] })).toBe('#/certificates')
    for (const certificate of ['nothing', provider.key().privateKey, weak.certificate])
      expect(await pointerOf({ certificates: [certificate] })).toBe('#/certificates/0')
    expect(await pointerOf({ certificates: [provider.certificate(), 'nothing'] })).toBe('#/certificates/1')
    Object.assign(api.services.config, { ALLOW_PRIVATE_WEBHOOKS: false })
    expect(await pointerOf({})).toBe('#/sign_in_url')
    Object.assign(api.services.config, { ALLOW_PRIVATE_WEBHOOKS: true })
  })

  test('accept the successor of a certificate while single sign-on is on', async ({ api }) => {
    const { account, signIn, save, provider, admin, params } = await organizationWithSaml(api)
    const { login } = account()
    const [former, next] = [provider.certificate(), await newSigningKey()]
    const base64 = next.certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '')
    const saved = await save({ certificates: [former, base64] })
    expect(saved.status, saved.text).toBe(200)
    expect(saved.reply.certificate_facts).toHaveLength(2)
    expect(saved.reply.enabled).toBe(true)
    await tokenOf(await signIn(login))
    provider.useKey(next)
    await tokenOf(await signIn(login))
    await save({ certificates: [former] })
    expect((await signIn(login)).problem).toMatchObject({
      detail: expect.stringContaining('signature is wrong'),
    })
    const { text } = await admin.call(activityLogs.list, { query: { resource_type: 'single_sign_on' } })
    expect(text).toContain(saved.reply.certificate_facts[1]?.fingerprint)
    expect((await admin.call(identityProviders.show, { params })).reply.has_client_secret).toBe(false)
  })

  test('have to be tested again after a change of the connection', async ({ api }) => {
    const { save, setState } = await organizationWithSaml(api)
    expect((await save({ issuer: 'urn:another' })).problem).toMatchObject({
      status: 409,
      type: '/problems/single-sign-on-enabled',
    })
    await setState({ enabled: false })
    await save({ issuer: 'urn:another' })
    expect((await setState({ enabled: true })).problem).toMatchObject({
      type: '/problems/single-sign-on-untested',
    })
  })

  test('change to the other protocol without keeping the secret', async ({ api }) => {
    const provider = await ownSamlProvider()
    const admin = await api.signedIn('organization_admin')
    const params = { id: admin.organizationId }
    const save = (body: object) => admin.call(identityProviders.save, { params, body })
    const openid = { issuer: 'https://id.example.org', client_id: 'x' }
    await save({ ...openid, client_secret: 'very secret' })
    expect((await save(samlSettingsOf(provider))).reply).toMatchObject({
      protocol: 'saml',
      has_client_secret: false,
      client_id: '',
    })
    expect((await save(openid)).problem.errors?.[0]?.pointer).toBe('#/client_secret')
  })
})

test('the metadata names this service as the organization knows it', async ({ api }) => {
  const admin = await api.signedIn('organization_admin')
  const { reply } = await admin.call(identityProviders.show, { params: { id: admin.organizationId } })
  const { entity_id, response_url } = reply.service_provider
  const answer = await api.app.inject({ url: new URL(entity_id).pathname })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toContain('application/samlmetadata+xml')
  expect(answer.body).toContain(`entityID="${entity_id}"`)
  expect(answer.body).toContain(`Location="${response_url}"`)
  expect(answer.body).toContain('WantAssertionsSigned="true"')
  expect((await api.app.inject({ url: '/api/auth/sso/saml/nothing/metadata' })).statusCode).toBe(404)
})
