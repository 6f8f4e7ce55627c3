import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { auth } from '#contract/identity/auth.ts'
import { identity } from '#contract/identity/identity.ts'
import { singleSignOn } from '#contract/identity/single-sign-on.ts'
import { twoFactor } from '#contract/identity/two-factor.ts'
import { organizations } from '#contract/people/organizations.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { bearer, newPerson, test } from '#tests/fixtures/api.ts'
import { signInAtProvider } from '#tests/fixtures/identity-provider.ts'
import { codeOf } from '#tests/fixtures/second-factor.ts'
import {
  complete,
  organizationWithProvider,
  started,
  stepUpMethods,
  tokenOf,
} from '#tests/fixtures/single-sign-on.ts'
import { subscribe } from '#tests/fixtures/subscriptions.ts'

const refused = (failure: string) => ({ type: `/problems/single-sign-on-${failure}` })

describe('a new person', () => {
  test('gets an account with the role of their group, and language and zone of the organization', async ({
    api,
  }) => {
    const { account, signIn, admin } = await organizationWithProvider(api)
    await api.db
      .updateTable('organizations')
      .set({ locale: 'de', time_zone: 'Europe/Berlin' })
      .where('id', '=', admin.organizationId)
      .execute()
    const { login, email } = account()
    const me = bearer(api.app, await tokenOf(await signIn(login)))
    const { reply } = await me.call(auth.me)
    expect(reply).toMatchObject({
      name: 'Mia Wolf',
      email,
      email_verified: true,
      role: 'caregiver',
      locale: 'de',
      time_zone: 'Europe/Berlin',
      organization: { id: admin.organizationId },
    })
    const staff = await api.signedIn('operator')
    const { reply: log } = await staff.call(activityLogs.list, { query: { resource_id: reply.id } })
    expect(log.logs.map(({ action, details }) => ({ action, by: details.by }))).toEqual([
      { action: 'login', by: 'single_sign_on' },
      { action: 'register', by: 'single_sign_on' },
    ])
  })

  test('signs in again to the same account', async ({ api }) => {
    const { account, signIn } = await organizationWithProvider(api)
    const { login } = account()
    const users = []
    for (let time = 0; time < 2; time += 1) {
      const me = bearer(api.app, await tokenOf(await signIn(login)))
      users.push((await me.call(auth.me)).reply.id)
    }
    expect(users[0]).toBe(users[1])
  })

  test('is refused without a known group, unless there is a default role', async ({ api }) => {
    const { account, signIn, params } = await organizationWithProvider(api)
    const { login, email } = account({ groups: ['visitors'] })
    const { status, problem } = await signIn(login)
    expect(status).toBe(409)
    expect(problem).toMatchObject({
      ...refused('unknown-group'),
      detail: 'None of your groups gives access. Ask your administrator.',
    })
    const people = api.db.selectFrom('people').select('role').where('email', '=', email)
    expect(await people.execute()).toEqual([])
    await sql`update identity_providers set default_role = 'family_member' where organization_id = ${params.id}`.execute(
      api.db,
    )
    await tokenOf(await signIn(login))
    expect(await people.execute()).toEqual([{ role: 'family_member' }])
  })

  test('is refused beyond the limits of the plan, which leaves no account', async ({ api }) => {
    const { account, signIn, admin } = await organizationWithProvider(api)
    await subscribe(admin, { plan_id: 'starter' })
    for (let count = 0; count < 2; count += 1) await tokenOf(await signIn(account().login))
    const { login, email } = account()
    expect((await signIn(login)).problem).toMatchObject({ status: 409, type: '/problems/plan-limit' })
    const people = await api.db.selectFrom('people').select('id').where('email', '=', email).execute()
    expect(people).toEqual([])
    const { reply } = await admin.call(activityLogs.list, { query: { action: 'login_failed' } })
    expect(reply.logs.map(({ details }) => details.failure)).toEqual(['plan-limit'])
    const registered = await admin.call(activityLogs.list, { query: { action: 'register' } })
    expect(registered.reply.logs).toHaveLength(2)
  })

  test('is refused with an unverified address, or one of another domain', async ({ api }) => {
    const { account, signIn, params } = await organizationWithProvider(api)
    const { login } = account({ email_verified: false })
    expect((await signIn(login)).problem).toMatchObject(refused('unverified-email'))
    const stranger = account({ email: 'somebody@elsewhere.example' })
    expect((await signIn(stranger.login)).problem).toMatchObject(refused('foreign-domain'))
    await sql`update identity_providers set trusts_email = true where organization_id = ${params.id}`.execute(
      api.db,
    )
    // A provider that says that an address is unverified is believed.
    expect((await signIn(login)).problem).toMatchObject(refused('unverified-email'))
  })
})

describe('an existing account', () => {
  test('of the organization is linked by its address, activated, and follows its groups', async ({ api }) => {
    const { account, signIn, admin } = await organizationWithProvider(api)
    const { login, email } = account({ groups: ['carers'] })
    const known = await newPerson(api.db, 'family_member', admin.organizationId)
    await api.db
      .updateTable('people')
      .set({ email: email.toUpperCase(), status: 'invited' })
      .where('id', '=', known.id)
      .execute()
    const me = bearer(api.app, await tokenOf(await signIn(login)))
    expect((await me.call(auth.me)).reply).toMatchObject({
      id: known.id,
      role: 'caregiver',
      email_verified: true,
    })
  })

  test('of another organization is refused', async ({ api }) => {
    const { account, signIn } = await organizationWithProvider(api)
    const { login, email } = account()
    const other = await newPerson(api.db, 'caregiver', await api.organization())
    await api.db.updateTable('people').set({ email }).where('id', '=', other.id).execute()
    const { status, problem } = await signIn(login)
    expect(status).toBe(409)
    expect(problem).toMatchObject({
      ...refused('collision'),
      detail: 'This identity belongs to an account of another organization. Ask your administrator.',
    })
  })

  test('of another organization is refused although it is linked to the same provider', async ({ api }) => {
    const first = await organizationWithProvider(api)
    const second = await organizationWithProvider(api, {}, first.server)
    const { login } = first.account()
    await tokenOf(await first.signIn(login))
    const { problem } = await second.signIn(login)
    expect(problem).toMatchObject(refused('collision'))
  })

  test('that is suspended is refused', async ({ api }) => {
    const { account, signIn } = await organizationWithProvider(api)
    const { login, email } = account()
    await tokenOf(await signIn(login))
    await api.db.updateTable('people').set({ status: 'suspended' }).where('email', '=', email).execute()
    expect((await signIn(login)).problem).toMatchObject(refused('suspended'))
  })

  test('of a super admin is refused, unless the installation allows it', async ({ api }) => {
    const { account, signIn, params } = await organizationWithProvider(api)
    const { login, email } = account()
    const root = await newPerson(api.db, 'super_admin')
    await api.db
      .updateTable('people')
      .set({ email, organization_id: params.id })
      .where('id', '=', root.id)
      .execute()
    expect((await signIn(login)).problem).toMatchObject(refused('forbidden-role'))
  })

  test('keeps the role of an admin who may use the password', async ({ api }) => {
    const { account, signIn, setState, admin } = await organizationWithProvider(api)
    const { login, email } = account({ groups: ['carers'] })
    await api.db.updateTable('people').set({ email }).where('id', '=', admin.id).execute()
    expect((await setState({ enabled: true, break_glass_ids: [admin.id] })).status).toBe(200)
    const me = bearer(api.app, await tokenOf(await signIn(login)))
    expect((await me.call(auth.me)).reply).toMatchObject({ id: admin.id, role: 'organization_admin' })
  })
})

describe('a sign-in', () => {
  test('survives a rotation of the provider’s keys', async ({ api }) => {
    const { account, signIn, server } = await organizationWithProvider(api)
    const { login } = account()
    await tokenOf(await signIn(login))
    server.rotateKeys()
    await tokenOf(await signIn(login))
  })

  test('cannot be replayed', async ({ api }) => {
    const { account, domain } = await organizationWithProvider(api)
    const { login } = account()
    const flow = await started(api, `x@${domain}`)
    const { state: _, ...response } = await signInAtProvider(flow.url, login)
    const body = { state: flow.state, secret: flow.secret, response }
    await tokenOf(await api.nobody.call(singleSignOn.complete, { body }))
    const again = await api.nobody.call(singleSignOn.complete, { body })
    expect(again.problem).toMatchObject({ status: 409, ...refused('expired') })
    // The code itself is spent as well.
    const other = await started(api, `x@${domain}`)
    const replayed = await api.nobody.call(singleSignOn.complete, {
      body: { state: other.state, secret: other.secret, response },
    })
    expect(replayed.problem).toMatchObject({ status: 409, ...refused('expired') })
  })

  test('needs the state and the secret of its browser', async ({ api }) => {
    const { account, domain } = await organizationWithProvider(api)
    const flow = await started(api, `x@${domain}`)
    const { state: _, ...response } = await signInAtProvider(flow.url, account().login)
    for (const wrong of [{ state: 'wrong' }, { secret: 'wrong' }]) {
      const body = { state: flow.state, secret: flow.secret, response, ...wrong }
      const { problem } = await api.nobody.call(singleSignOn.complete, { body })
      expect(problem).toMatchObject({ status: 409, ...refused('expired') })
    }
  })

  test('says so when the provider refuses, and records it', async ({ api }) => {
    const { domain, admin } = await organizationWithProvider(api)
    const { status, problem } = await complete(api.nobody, await started(api, `x@${domain}`), 'a stranger')
    expect(status).toBe(409)
    expect(problem).toMatchObject({
      ...refused('denied'),
      detail: 'Your identity provider refused the sign-in: Unknown name',
    })
    const { reply } = await admin.call(activityLogs.list, { query: { action: 'login_failed' } })
    expect(reply.logs.map(({ details }) => details)).toContainEqual({
      by: 'single_sign_on',
      failure: 'denied',
    })
  })

  test('says so when the provider is down', async ({ api }) => {
    const { domain, server, account } = await organizationWithProvider(api)
    const flow = await started(api, `x@${domain}`)
    const { state: _, ...response } = await signInAtProvider(flow.url, account().login)
    await server.close()
    const down = {
      ...refused('unreachable'),
      status: 503,
      detail: 'Your identity provider can’t be reached. Try again in a moment.',
    }
    const start = await api.nobody.call(singleSignOn.start, { body: { email: `x@${domain}` } })
    expect(start.problem).toMatchObject(down)
    const body = { state: flow.state, secret: flow.secret, response }
    expect((await api.nobody.call(singleSignOn.complete, { body })).problem).toMatchObject(down)
  })

  test('is not offered for other domains, before it is switched on, or to a suspended organization', async ({
    api,
  }) => {
    const { domain, setState, params } = await organizationWithProvider(api)
    const none = { status: 409, type: '/problems/no-single-sign-on' }
    const start = (email: string) => api.nobody.call(singleSignOn.start, { body: { email } })
    expect((await start(`x@sub.${domain}`)).problem).toMatchObject(none)
    await setState({ enabled: false })
    expect((await start(`x@${domain}`)).problem).toMatchObject(none)
    await setState({ enabled: true })
    const staff = await api.signedIn('super_admin')
    await staff.call(organizations.update, { params, body: { status: 'suspended' } })
    expect((await start(`x@${domain}`)).problem).toMatchObject(none)
  })

  test('notifies of a new device, like one by password', async ({ api }) => {
    const { domain, account } = await organizationWithProvider(api)
    const { login, email } = account()
    for (const agent of ['First', 'Second']) {
      const flow = await started(api, `x@${domain}`)
      const { state: _, ...response } = await signInAtProvider(flow.url, login)
      await api.nobody.call(singleSignOn.complete, {
        body: { state: flow.state, secret: flow.secret, response },
        headers: { 'user-agent': agent },
      })
    }
    await expect.poll(() => api.letters.filter(({ to }) => to === email).length, { timeout: 20_000 }).toBe(1)
  })
})

describe('the second factor', () => {
  test('is asked for unless the provider verified one', async ({ api }) => {
    const { account, signIn, server } = await organizationWithProvider(api)
    const { login, email } = account()
    const me = bearer(api.app, await tokenOf(await signIn(login)))
    const { secret } = (await me.call(twoFactor.setupTotp)).reply
    expect((await me.call(twoFactor.enableTotp, { body: { token: codeOf(secret) } })).status).toBe(200)
    const answer = await signIn(login)
    expect(answer.reply).toMatchObject({ two_factor_required: true, methods: ['totp', 'backup_code'] })
    const { challenge } = answer.reply as { challenge: string }
    const second = await api.nobody.call(identity.secondFactor, {
      body: { challenge, code: codeOf(secret, 1) },
    })
    expect(second.status).toBe(200)
    server.accounts.set(login, { ...server.accounts.get(login), email, amr: ['pwd', 'mfa'] })
    await tokenOf(await signIn(login))
  })

  test('of the provider satisfies an organization that requires one', async ({ api }) => {
    const { account, signIn, admin } = await organizationWithProvider(api)
    await sql`update organizations set requires_second_factor = true where id = ${admin.organizationId}`.execute(
      api.db,
    )
    const missing = async (login: string) => {
      const me = bearer(api.app, await tokenOf(await signIn(login)))
      return (await me.call(auth.me)).reply.second_factor_missing
    }
    expect(await missing(account().login)).toBe(true)
    expect(await missing(account({ amr: ['mfa'] }).login)).toBe(false)
  })
})

describe('step-up', () => {
  test('works at the provider, for a person without a password', async ({ api }) => {
    const { account, signIn } = await organizationWithProvider(api)
    const { login } = account()
    const me = bearer(api.app, await tokenOf(await signIn(login)))
    const { reply: user } = await me.call(auth.me)
    await sql`update sessions set proved_at = now() - interval '1 hour' where person_id = ${user.id}`.execute(
      api.db,
    )
    expect((await me.call(twoFactor.setupTotp)).problem).toMatchObject({ type: '/problems/step-up' })
    expect(await stepUpMethods(me)).toEqual(['single_sign_on'])
    const stranger = account()
    const other = await complete(me, (await me.call(singleSignOn.stepUp)).reply, stranger.login)
    expect(other.problem).toMatchObject(refused('other-person'))
    const { status, reply } = await complete(me, (await me.call(singleSignOn.stepUp)).reply, login)
    expect({ status, reply }).toEqual({ status: 200, reply: { stepped_up: true } })
    expect((await me.call(twoFactor.setupTotp)).status).toBe(200)
  })

  test('cannot be completed by somebody else', async ({ api }) => {
    const { account, signIn, admin } = await organizationWithProvider(api)
    const { login } = account()
    const me = bearer(api.app, await tokenOf(await signIn(login)))
    const { reply } = await me.call(singleSignOn.stepUp)
    expect((await complete(admin, reply, login)).problem).toMatchObject(refused('expired'))
  })
})

test('signing out ends the session at the provider, where that is switched on', async ({ api }) => {
  const { account, signIn, server, params } = await organizationWithProvider(api)
  const { login } = account()
  const plain = bearer(api.app, await tokenOf(await signIn(login)))
  expect((await plain.call(singleSignOn.signOut)).reply).toEqual({ url: null })
  await sql`update identity_providers set signs_out = true where organization_id = ${params.id}`.execute(
    api.db,
  )
  const me = bearer(api.app, await tokenOf(await signIn(login)))
  expect((await me.call(auth.me)).reply.signs_out_at_provider).toBe(true)
  const url = new URL((await me.call(singleSignOn.signOut)).reply.url ?? '')
  expect(url.origin).toBe(server.issuer)
  expect(url.searchParams.get('post_logout_redirect_uri')).toBe('http://127.0.0.1:4000/login')
  expect(url.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3)
  expect((await fetch(url)).status).toBe(200)
  await server.close()
  expect((await me.call(singleSignOn.signOut)).reply).toEqual({ url: null })
})
