import { randomUUID } from 'node:crypto'
import dns from 'node:dns'
import { sql } from 'kysely'
import { describe, expect, vi } from 'vitest'
import { auth } from '#contract/identity/auth.ts'
import { emailDomains } from '#contract/identity/email-domains.ts'
import { identityProviders } from '#contract/identity/single-sign-on.ts'
import { invites } from '#contract/people/invites.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { createVault } from '#server/kit/vault.ts'
import { setPassword } from '#server/modules/identity/auth/queries/accounts.ts'
import { hashPassword, reencryptClientSecrets } from '#server/modules/identity/index.ts'
import { password, signIn as signInByPassword } from '#tests/fixtures/accounts.ts'
import { bearer, test } from '#tests/fixtures/api.ts'
import { configure } from '#tests/fixtures/ladders.ts'
import { organizationWithProvider, settingsOf, tokenOf } from '#tests/fixtures/single-sign-on.ts'

const settings = settingsOf({
  issuer: 'https://id.example.org',
  clientId: 'voicedeck',
  clientSecret: 'very secret',
})

describe('the settings', () => {
  test('are stored with an encrypted secret that is never shown', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    const params = { id: admin.organizationId }
    const empty = await admin.call(identityProviders.show, { params })
    expect(empty.reply).toMatchObject({ id: null, has_client_secret: false, enabled: false })
    const saved = await admin.call(identityProviders.save, { params, body: settings })
    expect(saved.status, saved.text).toBe(200)
    expect(saved.reply).toMatchObject({ issuer: settings.issuer, has_client_secret: true, enabled: false })
    expect(saved.text).not.toContain('very secret')
    const { client_secret, id } = await api.db
      .selectFrom('identity_providers')
      .select(['client_secret', 'id'])
      .where('organization_id', '=', params.id)
      .executeTakeFirstOrThrow()
    expect(client_secret?.includes('very secret')).toBe(false)
    expect(api.services.vault.open(client_secret as Buffer, id)).toBe('very secret')
    const { client_secret: _, ...others } = settings
    const kept = await admin.call(identityProviders.save, { params, body: others })
    expect(kept.status, kept.text).toBe(200)
    const { reply: log, text } = await admin.call(activityLogs.list, {
      query: { resource_type: 'single_sign_on' },
    })
    expect(log.logs.map(({ action }) => action)).toEqual(['update', 'create'])
    expect(text).not.toContain('very secret')
    await api.db.deleteFrom('identity_providers').where('id', '=', id).execute()
  })

  test('follow the secret key of the installation', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    const params = { id: admin.organizationId }
    const { reply } = await admin.call(identityProviders.save, { params, body: settings })
    const key = Buffer.alloc(32, 1)
    const old = createVault(key)
    await api.db
      .updateTable('identity_providers')
      .set({ client_secret: old.seal('old secret', reply.id ?? '') })
      .where('id', '=', reply.id)
      .execute()
    const fresh = createVault(Buffer.alloc(32, 2), key)
    expect(await reencryptClientSecrets(api.db, fresh)).toEqual({ renewed: 1, lost: expect.any(Number) })
    const { client_secret } = await api.db
      .selectFrom('identity_providers')
      .select('client_secret')
      .where('id', '=', reply.id)
      .executeTakeFirstOrThrow()
    expect(createVault(Buffer.alloc(32, 2)).open(client_secret as Buffer, reply.id ?? '')).toBe('old secret')
  })

  test('name the field that is refused', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    const params = { id: admin.organizationId }
    const pointerOf = async (values: object) => {
      const { status, problem } = await admin.call(identityProviders.save, {
        params,
        body: { ...settings, ...values },
      })
      expect(status, JSON.stringify(values)).toBe(422)
      return problem.errors?.[0]?.pointer
    }
    expect(await pointerOf({ issuer: 'nothing' })).toBe('#/issuer')
    expect(await pointerOf({ issuer: 'https://id.example.org/.well-known/openid-configuration' })).toBe(
      '#/issuer',
    )
    expect(await pointerOf({ scopes: 'profile' })).toBe('#/scopes')
    expect(await pointerOf({ client_secret: undefined })).toBe('#/client_secret')
    expect(await pointerOf({ default_role: 'admin' })).toBe('#/default_role')
    for (const role of ['admin', 'super_admin'])
      expect(await pointerOf({ group_roles: [{ group: 'all', role }] })).toBe('#/group_roles/0/role')
    await configure(api, { ALLOW_PRIVATE_WEBHOOKS: '0' })
    expect(await pointerOf({ issuer: 'http://id.example.org' })).toBe('#/issuer')
  })

  test('can map groups to super admins only where the installation allows it', async ({ api }) => {
    const root = await api.signedIn('super_admin')
    const params = { id: serviceOrganization }
    const body = { ...settings, group_roles: [{ group: 'roots', role: 'super_admin' }] }
    await configure(api, {})
    expect((await root.call(identityProviders.save, { params, body })).status).toBe(422)
    await configure(api, { SINGLE_SIGN_ON_SUPER_ADMIN: '1' })
    expect((await root.call(identityProviders.save, { params, body })).status).toBe(200)
    const admin = await api.signedIn('admin')
    expect((await admin.call(identityProviders.save, { params, body })).status).toBe(422)
    await root.call(identityProviders.remove, { params })
    await configure(api, {})
  })

  test('need step-up to change', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    const params = { id: admin.organizationId }
    await sql`update sessions set proved_at = now() - interval '1 hour' where person_id = ${admin.id}`.execute(
      api.db,
    )
    const { problem } = await admin.call(identityProviders.save, { params, body: settings })
    expect(problem).toMatchObject({ status: 409, type: '/problems/step-up' })
    const state = await admin.call(identityProviders.setState, { params, body: { enabled: false } })
    expect(state.problem).toMatchObject({ type: '/problems/step-up' })
  })

  test('are closed to other organizations and roles', async ({ api }) => {
    const { params } = await organizationWithProvider(api)
    const stranger = await api.signedIn('organization_admin')
    for (const endpoint of [identityProviders.show, identityProviders.test, identityProviders.remove])
      expect((await stranger.call(endpoint, { params })).status).toBe(404)
    const carer = await api.signedIn('caregiver', { organizationId: params.id })
    expect((await carer.call(identityProviders.show, { params })).status).toBe(403)
  })
})

describe('a test', () => {
  test('is needed before single sign-on is switched on, and again after a change', async ({ api }) => {
    const { admin, params, setState, account, test: run, server } = await organizationWithProvider(api)
    const change = await admin.call(identityProviders.save, {
      params,
      body: { ...settingsOf(server), client_id: 'another' },
    })
    expect(change.problem).toMatchObject({ status: 409, type: '/problems/single-sign-on-enabled' })
    await setState({ enabled: false })
    const scoped = { ...settingsOf(server), scopes: 'openid email groups' }
    await admin.call(identityProviders.save, { params, body: scoped })
    expect((await setState({ enabled: true })).problem).toMatchObject({
      status: 409,
      type: '/problems/single-sign-on-untested',
    })
    expect(await run(account().login)).toMatchObject({ failure: null, role: 'caregiver' })
    expect((await setState({ enabled: true })).status).toBe(200)
  })

  test('shows the claims and the role that would follow, and creates no account', async ({ api }) => {
    const { account, test: run, admin, params } = await organizationWithProvider(api)
    const { login, email } = account({ groups: ['care-leads', 'others'], amr: ['mfa'] })
    expect(await run(login)).toMatchObject({
      failure: null,
      detail: null,
      email,
      groups: ['care-leads', 'others'],
      role: 'organization_admin',
      second_factor: true,
      claims: { sub: login, email },
    })
    const people = await api.db.selectFrom('people').select('id').where('email', '=', email).execute()
    expect(people).toEqual([])
    const { reply } = await admin.call(identityProviders.show, { params })
    expect(reply.last_test).toMatchObject({ email })
  })

  test('shows why it failed', async ({ api }) => {
    const { account, test: run } = await organizationWithProvider(api)
    expect(await run(account({ groups: [] }).login)).toMatchObject({ failure: 'unknown_group', role: null })
    expect(await run('a stranger')).toMatchObject({
      failure: 'denied',
      claims: null,
      detail: 'Your identity provider refused the sign-in: Unknown name',
    })
  })

  test('with a wrong secret fails', async ({ api }) => {
    const { account, test: run, setState, admin, params, server } = await organizationWithProvider(api)
    await setState({ enabled: false })
    await admin.call(identityProviders.save, {
      params,
      body: { ...settingsOf(server), client_secret: 'wrong' },
    })
    expect(await run(account().login)).toMatchObject({ failure: 'misconfigured' })
  })
})

describe('required single sign-on', () => {
  test('refuses the password and ends other sessions, except for break-glass admins', async ({ api }) => {
    const { admin, params, setState, account, signIn } = await organizationWithProvider(api)
    const other = await api.signedIn('caregiver', { organizationId: params.id })
    await setPassword(api.db, other.id, await hashPassword(password))
    const emailOf = (id: string) =>
      api.db.selectFrom('people').select('email').where('id', '=', id).executeTakeFirstOrThrow()
    const byProvider = bearer(api.app, await tokenOf(await signIn(account().login)))
    const without = await setState({ enabled: true, required: true })
    expect(without.problem.errors?.[0]).toMatchObject({ pointer: '#/break_glass_ids' })
    const wrong = await setState({ enabled: true, required: true, break_glass_ids: [other.id] })
    expect(wrong.problem.errors?.[0]).toMatchObject({ pointer: '#/break_glass_ids' })
    const required = await setState({ enabled: true, required: true, break_glass_ids: [admin.id] })
    expect(required.status, required.text).toBe(200)
    expect((await other.call(auth.me)).status).toBe(401)
    expect((await admin.call(auth.me)).status).toBe(200)
    expect((await byProvider.call(auth.me)).status).toBe(200)
    const refused = await signInByPassword(api, (await emailOf(other.id)).email ?? '')
    expect(refused.problem).toMatchObject({
      status: 409,
      type: '/problems/single-sign-on-required',
      detail: 'Your organization requires single sign-on',
    })
    const guess = await signInByPassword(api, (await emailOf(other.id)).email ?? '', 'not the password')
    expect(guess.status).toBe(401)
    expect((await signInByPassword(api, (await emailOf(admin.id)).email ?? '')).status).toBe(200)
    await setState({ enabled: false })
    expect((await signInByPassword(api, (await emailOf(other.id)).email ?? '')).status).toBe(200)
  })

  test('refuses accounts with a password from invitations', async ({ api }) => {
    const { admin, setState } = await organizationWithProvider(api)
    await setState({ enabled: true, required: true, break_glass_ids: [admin.id] })
    const email = `${randomUUID().slice(0, 8)}@example.org`
    const { status } = await admin.call(invites.create, { body: { email, role: 'caregiver' } })
    expect(status).toBe(201)
    const letterTo = () => api.letters.find(({ to }) => to === email)
    await expect.poll(letterTo, { timeout: 20_000 }).toMatchObject({ to: email })
    const letter = letterTo()
    const token = /invite=([\w-]+)/.exec(letter?.text ?? '')?.[1]
    const body = { token, username: `u-${randomUUID().slice(0, 8)}`, name: 'Una', password }
    expect((await api.nobody.call(invites.accept, { body })).problem).toMatchObject({
      status: 409,
      type: '/problems/single-sign-on-required',
    })
  })

  test('cannot be set while single sign-on is off', async ({ api }) => {
    const { setState } = await organizationWithProvider(api)
    const { problem } = await setState({ enabled: false, required: true })
    expect(problem.errors?.[0]).toMatchObject({ pointer: '#/required' })
  })
})

describe('a domain', () => {
  test('is verified by its DNS record', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    const params = { id: admin.organizationId }
    const domain = `${randomUUID().slice(0, 8)}.example`
    const added = await admin.call(emailDomains.add, { params, body: { domain } })
    expect(added.status).toBe(201)
    const { record } = added.reply
    expect(record.name).toBe(`_voicedeck.${domain}`)
    const verify = (without_record = false) =>
      admin.call(emailDomains.verify, { params: { ...params, domain }, body: { without_record } })
    const resolveTxt = vi.spyOn(dns.promises, 'resolveTxt').mockResolvedValue([['something', ' else']])
    expect((await verify()).problem).toMatchObject({ status: 409, type: '/problems/domain-unverified' })
    expect((await verify(true)).problem.errors?.[0]).toMatchObject({ pointer: '#/without_record' })
    resolveTxt.mockResolvedValue([['v=spf1'], [record.value.slice(0, 10), record.value.slice(10)]])
    const verified = await verify()
    resolveTxt.mockRestore()
    expect(verified.status, verified.text).toBe(200)
    expect(verified.reply.verified_at).not.toBeNull()
  })

  test('belongs to one organization', async ({ api }) => {
    const { domain } = await organizationWithProvider(api)
    const stranger = await api.signedIn('organization_admin')
    const params = { id: stranger.organizationId }
    const { status, problem } = await stranger.call(emailDomains.add, { params, body: { domain } })
    expect(status).toBe(409)
    expect(problem.errors?.[0]).toMatchObject({
      pointer: '#/domain',
      detail: 'Another organization has verified this domain',
    })
  })

  test('is refused if it is none, or is in the list', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    const params = { id: admin.organizationId }
    const add = (domain: string) => admin.call(emailDomains.add, { params, body: { domain } })
    for (const domain of ['example', '-a.example', 'a b.example', 'http://a.example', '127.0.0.1'])
      expect((await add(domain)).problem.errors?.[0]).toMatchObject({ pointer: '#/domain' })
    const domain = `${randomUUID().slice(0, 8)}.example`
    expect((await add(domain.toUpperCase())).reply).toMatchObject({ domain })
    expect((await add(domain)).problem.errors?.[0]).toMatchObject({ pointer: '#/domain' })
    const removed = await admin.call(emailDomains.remove, { params: { ...params, domain } })
    expect(removed.status).toBe(204)
  })
})

test('removing the settings keeps accounts and leaves the password', async ({ api }) => {
  const { admin, params, account, signIn } = await organizationWithProvider(api)
  const me = bearer(api.app, await tokenOf(await signIn(account().login)))
  expect((await admin.call(identityProviders.remove, { params })).status).toBe(204)
  expect((await me.call(auth.me)).status).toBe(200)
  expect((await admin.call(identityProviders.remove, { params })).status).toBe(404)
})
