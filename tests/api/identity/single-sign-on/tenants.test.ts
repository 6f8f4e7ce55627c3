import { describe, expect } from 'vitest'
import { emailDomains } from '#contract/identity/email-domains.ts'
import { identityProviders, singleSignOn } from '#contract/identity/single-sign-on.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { createApp } from '#server/app.ts'
import { openLog } from '#server/log.ts'
import { openTokens } from '#server/plugins/session.ts'
import { bearer, newPerson, test } from '#tests/fixtures/api.ts'
import { organizationWithSaml, post } from '#tests/fixtures/saml.ts'
import { readRequest } from '#tests/fixtures/saml-provider.ts'
import { complete, organizationWithProvider, ownProvider, started } from '#tests/fixtures/single-sign-on.ts'

describe('the provider of one organization', () => {
  test('signs in nobody of another, whatever address it sends', async ({ api }) => {
    const shared = await ownProvider()
    const one = await organizationWithProvider(api, {}, shared)
    const two = await organizationWithProvider(api, {}, shared)
    const victim = await newPerson(api.db, 'organization_admin', two.params.id)
    const email = `chief@${two.domain}`
    await api.db.updateTable('people').set({ email }).where('id', '=', victim.id).execute()
    const { login } = one.account({ email, groups: ['care-leads'] })
    const { status, problem } = await one.signIn(login)
    expect(status).toBe(409)
    expect(problem.type).toBe('/problems/single-sign-on-foreign-domain')
    const links = await api.db
      .selectFrom('external_identities')
      .select('person_id')
      .where('person_id', '=', victim.id)
      .execute()
    expect(links).toEqual([])
  })

  test('cannot get the domain of another', async ({ api }) => {
    const one = await organizationWithProvider(api)
    const two = await organizationWithProvider(api)
    const added = await one.admin.call(emailDomains.add, { params: one.params, body: { domain: two.domain } })
    expect(added.status).toBe(409)
    const params = { ...two.params, domain: two.domain }
    for (const call of [
      one.admin.call(emailDomains.add, { params: two.params, body: { domain: 'evil.example' } }),
      one.admin.call(emailDomains.verify, { params, body: {} }),
      one.admin.call(emailDomains.remove, { params }),
      one.admin.call(identityProviders.show, { params: two.params }),
      one.admin.call(identityProviders.setState, { params: two.params, body: { enabled: false } }),
    ])
      expect((await call).status).toBe(404)
  })

  test('does not complete the sign-in of another', async ({ api }) => {
    const one = await organizationWithProvider(api)
    const two = await organizationWithProvider(api)
    const ofOne = await started(api, `x@${one.domain}`)
    const ofTwo = await started(api, `x@${two.domain}`)
    // The code of one provider in the flow of the other, with the state and secret of that flow.
    const mixed = { url: ofOne.url, state: ofTwo.state, secret: ofTwo.secret }
    const { status, reply } = await complete(api.nobody, mixed, one.account().login)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(reply).not.toHaveProperty('access_token')
  })
})

describe('a posted response', () => {
  test('is neither in the log nor in the activity log, and sealed in the database', async ({ api }) => {
    const { account, start, provider, admin } = await organizationWithSaml(api)
    const { login, email } = account()
    const begun = await start()
    const request = readRequest(begun.url)
    const lines: string[] = []
    const log = openLog({ LOG_LEVEL: 'trace' }, { write: line => void lines.push(line) })
    const app = await createApp({ ...api.services, log }, await openTokens(api.db))
    const SAMLResponse = Buffer.from(provider.respond(provider.statements(request, login))).toString('base64')
    await post({ ...api, app }, request.responseUrl, { SAMLResponse, RelayState: request.relayState })
    const { response } = await api.db
      .selectFrom('sign_in_flows')
      .select('response')
      .where('response', 'is not', null)
      .executeTakeFirstOrThrow()
    for (const clear of [SAMLResponse, email, '<saml']) expect(response?.includes(clear)).toBe(false)
    expect(response?.length).toBeGreaterThan(SAMLResponse.length / 2)

    const { state, secret } = begun
    const guest = bearer(app)
    await guest.call(singleSignOn.complete, { body: { state, secret: 'wrong', response: {} } })
    const { reply } = await guest.call(singleSignOn.complete, { body: { state, secret, response: {} } })
    expect(reply).toHaveProperty('access_token')
    const { text } = await admin.call(activityLogs.list, {})
    const logged = lines.join('')
    expect(logged).toContain('/api/auth/sso/saml/:organization')
    for (const hidden of [SAMLResponse.slice(0, 60), secret, request.relayState, login]) {
      expect.soft(logged, hidden).not.toContain(hidden)
      expect.soft(text.replaceAll(email, ''), hidden).not.toContain(hidden)
    }
    await app.close()
  })
})
