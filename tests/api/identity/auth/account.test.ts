import { describe, expect, onTestFinished } from 'vitest'
import { auth } from '#contract/identity/auth.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { password, registered, session, signIn } from '#tests/fixtures/accounts.ts'
import { test } from '#tests/fixtures/api.ts'
import { lettersTo, tokenIn, tokenTo } from '#tests/fixtures/letters.ts'

describe('signing up', () => {
  test('creates the person, their household and its trial of 14 days', async ({ api }) => {
    const anna = await registered(api)
    expect(anna.me).toMatchObject({
      name: anna.username,
      username: anna.username,
      email: anna.email,
      email_verified: false,
      role: 'organization_admin',
      locale: 'en',
      time_zone: 'UTC',
      organization: { name: `${anna.username}’s household`, kind: 'household' },
    })
    const [subscription] = await api.db
      .selectFrom('subscriptions')
      .selectAll()
      .where('organization_id', '=', anna.me.organization.id)
      .execute()
    expect(subscription).toMatchObject({ plan: 'starter', status: 'trial', price_cents: 1000 })
    expect((Date.parse(subscription?.trial_end ?? '') - Date.now()) / 86_400_000).toBeCloseTo(14, 1)
    const movements = await api.db
      .selectFrom('subscription_movements')
      .select(['kind', 'mrr_delta_cents'])
      .where('subscription_id', '=', subscription?.id ?? '')
      .execute()
    expect(movements).toEqual([{ kind: 'trial_started', mrr_delta_cents: 0 }])
  })

  test('names the field that is in use, in any case, and leaves nothing behind', async ({ api }) => {
    const anna = await registered(api)
    const count = async () => (await api.db.selectFrom('organizations').select('id').execute()).length
    const before = await count()
    const taken = (body: object) =>
      api.nobody.call(auth.register, {
        body: { username: 'new', email: 'new@example.org', password, ...body },
      })
    expect((await taken({ username: anna.username.toUpperCase() })).problem).toMatchObject({
      status: 409,
      detail: 'This username is already in use',
      errors: [{ pointer: '#/username' }],
    })
    expect((await taken({ email: anna.email.toUpperCase() })).problem).toMatchObject({
      status: 409,
      detail: 'This email is already in use',
      errors: [{ pointer: '#/email' }],
    })
    expect(await count()).toBe(before)
  })

  test('refuses a short password', async ({ api }) => {
    const body = { username: 'short', email: 'short@example.org', password: '1234567' }
    expect((await api.nobody.call(auth.register, { body })).problem).toMatchObject({
      status: 422,
      errors: [{ pointer: '#/password', detail: 'Password must be at least 8 characters long' }],
    })
  })

  test('writes to the person in their own language', async ({ api }) => {
    const body = {
      username: 'lucia',
      email: 'lucia@example.org',
      password,
      locale: 'es',
      time_zone: 'America/Bogota',
    }
    await api.nobody.call(auth.register, { body })
    const [letter] = await lettersTo(api, body.email)
    expect(letter?.subject).toBe('Verifique su dirección de correo')
    expect(letter?.text).toMatch(/Hola, lucia:.*\(America\/Bogota\)/s)
  })
})

describe('a weak password', () => {
  const refused = {
    status: 422,
    detail: expect.stringContaining('appears in known data leaks'),
  }

  test('is accepted, unless the installation refuses it, wherever one is chosen', async ({ api }) => {
    const anna = await registered(api)
    const body = { username: 'new.person', email: 'new.person@example.org' }
    const choose = (password: string) => api.nobody.call(auth.register, { body: { ...body, password } })
    const change = (new_password: string) =>
      anna.call(auth.changePassword, { body: { current_password: password, new_password } })
    await lettersTo(api, anna.email)
    await api.nobody.call(auth.forgotPassword, { body: { email: anna.email } })
    const token = await tokenTo(api, anna.email, 2)
    const reset = (new_password: string) =>
      api.nobody.call(auth.resetPassword, { body: { token, new_password } })

    api.services.config.COMMON_PASSWORDS = 'refuse'
    onTestFinished(() => {
      api.services.config.COMMON_PASSWORDS = 'warn'
    })
    for (const easy of [
      'password1',
      'Baseball',
      'Voicedeck2026!',
      'new.person',
      '!!New.Person99',
      body.email,
    ])
      expect.soft((await choose(easy)).problem, easy).toMatchObject(refused)
    expect((await change('password1')).problem).toMatchObject({
      ...refused,
      errors: [{ pointer: '#/new_password' }],
    })
    expect((await change(`${anna.username}1`)).problem).toMatchObject(refused)
    expect((await reset('password1')).problem).toMatchObject(refused)
    expect((await reset(anna.email)).problem).toMatchObject(refused)
    expect((await reset('another horse, another battery')).status).toBe(200)

    api.services.config.COMMON_PASSWORDS = 'warn'
    expect((await choose('password1')).status).toBe(201)
  })
})

describe('verifying an address', () => {
  test('works once, with the mailed link', async ({ api }) => {
    const anna = await registered(api)
    const token = await tokenTo(api, anna.email)
    expect((await anna.call(auth.verificationStatus)).reply).toEqual({ verified: false })
    expect((await api.nobody.call(auth.verifyEmail, { body: { token } })).status).toBe(200)
    expect((await anna.call(auth.verificationStatus)).reply).toEqual({ verified: true })
    expect((await api.nobody.call(auth.verifyEmail, { body: { token } })).problem).toMatchObject({
      status: 404,
      detail: 'This verification link is invalid or has expired',
    })
  })

  test('is offered again, which voids the older link', async ({ api }) => {
    const anna = await registered(api)
    const first = await tokenTo(api, anna.email)
    await api.nobody.call(auth.resendVerification, { body: { email: anna.email } })
    const second = await tokenTo(api, anna.email, 2)
    expect((await api.nobody.call(auth.verifyEmail, { body: { token: first } })).status).toBe(404)
    expect((await api.nobody.call(auth.verifyEmail, { body: { token: second } })).status).toBe(200)
  })

  test('is not offered to verified people, who get the same response', async ({ api }) => {
    const [anna, bob] = [await registered(api), await registered(api)]
    await api.nobody.call(auth.verifyEmail, { body: { token: await tokenTo(api, anna.email) } })
    const answers = []
    for (const { email } of [anna, bob, { email: 'nobody@example.org' }])
      answers.push(await api.nobody.call(auth.resendVerification, { body: { email } }))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    await lettersTo(api, bob.email, 2)
    expect(await lettersTo(api, anna.email)).toHaveLength(1)
  })

  test('a link for one purpose does not work for another', async ({ api }) => {
    const anna = await registered(api)
    const token = await tokenTo(api, anna.email)
    const body = { token, new_password: 'another password' }
    expect((await api.nobody.call(auth.resetPassword, { body })).status).toBe(404)
  })
})

describe('resetting a password', () => {
  async function forgot(api: Parameters<typeof registered>[0]) {
    const anna = await registered(api)
    await lettersTo(api, anna.email)
    await api.nobody.call(auth.forgotPassword, { body: { email: anna.email.toUpperCase() } })
    return { ...anna, token: await tokenTo(api, anna.email, 2), session: anna }
  }

  test('works with the mailed link and ends every session', async ({ api }) => {
    const anna = await forgot(api)
    const link = await api.nobody.call(auth.verifyResetToken, { params: { reset_token: anna.token } })
    expect(link.reply).toEqual({ email: anna.email })

    const body = { token: anna.token, new_password: 'another password' }
    expect((await api.nobody.call(auth.resetPassword, { body })).status).toBe(200)
    expect((await anna.session.call(auth.me)).status).toBe(401)
    expect((await signIn(api, anna.email)).status).toBe(401)
    const again = await session(api, anna.email, 'another password')
    expect((await again.call(auth.me)).reply).toMatchObject({ email_verified: true })

    const staff = await api.signedIn('operator')
    const { reply } = await staff.call(activityLogs.list, {
      query: { resource_id: anna.id, action: 'password_reset' },
    })
    expect(reply.logs).toMatchObject([{ user_id: anna.me.user_id, details: {} }])
  })

  test('by two concurrent calls succeeds for exactly one', async ({ api }) => {
    const anna = await forgot(api)
    const attempts = ['first password', 'second password'].map(async new_password => {
      const { status } = await api.nobody.call(auth.resetPassword, {
        body: { token: anna.token, new_password },
      })
      return { status, new_password }
    })
    const outcomes = await Promise.all(attempts)
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 404])
    for (const { status, new_password } of outcomes)
      expect((await signIn(api, anna.email, new_password)).status).toBe(status === 200 ? 200 : 401)
  })

  test('is not possible with a link that is used, older, expired or made up', async ({ api }) => {
    const anna = await forgot(api)
    await api.nobody.call(auth.forgotPassword, { body: { email: anna.email } })
    const newest = await tokenTo(api, anna.email, 3)
    await expectDead(anna.token)
    await expectDead('made-up')

    await api.db.updateTable('mailed_tokens').set({ expires_at: new Date().toISOString() }).execute()
    await expectDead(newest)

    async function expectDead(token: string) {
      const refusal = { status: 404, detail: 'This reset link is invalid or has expired' }
      const seen = await api.nobody.call(auth.verifyResetToken, { params: { reset_token: token } })
      expect(seen.problem).toMatchObject(refusal)
      const body = { token, new_password: 'another password' }
      expect((await api.nobody.call(auth.resetPassword, { body })).problem).toMatchObject(refusal)
    }
  })

  test('gives the link an hour from the request', async ({ api }) => {
    const anna = await forgot(api)
    const kept = await api.db
      .selectFrom('mailed_tokens')
      .select(['token_hash', 'created_at', 'expires_at'])
      .where('person_id', '=', anna.id)
      .where('purpose', '=', 'reset_password')
      .executeTakeFirstOrThrow()
    expect(Date.parse(kept.expires_at) - Date.parse(kept.created_at)).toBe(3_600_000)
    expect(Date.now() - Date.parse(kept.created_at)).toBeLessThan(30_000)
    expect(kept.token_hash).toHaveLength(32)
  })

  test('gives the same response for an unknown address, and sends no e-mail', async ({ api }) => {
    const anna = await registered(api)
    const unknown = await api.nobody.call(auth.forgotPassword, { body: { email: 'nobody@example.org' } })
    const known = await api.nobody.call(auth.forgotPassword, { body: { email: anna.email } })
    expect(unknown.status).toBe(200)
    expect(unknown.text).toBe(known.text)
    await lettersTo(api, anna.email, 2)
    expect(api.letters.filter(({ to }) => to === 'nobody@example.org')).toEqual([])
  })

  test('a token appears nowhere in the database', async ({ api }) => {
    const anna = await forgot(api)
    const dump = JSON.stringify([
      await api.db.selectFrom('mailed_tokens').selectAll().execute(),
      await api.db.selectFrom('activity_logs').selectAll().execute(),
      await api.db
        .selectFrom('jobs.job' as 'people')
        .selectAll()
        .execute(),
    ])
    expect(dump).toContain(anna.email)
    expect(dump).not.toContain(anna.token)
    expect(dump).not.toContain(password)
  })
})

describe('one’s own account', () => {
  test('shows and changes name, language and time zone, with a history', async ({ api }) => {
    const anna = await registered(api)
    const { reply } = await anna.call(auth.updateMe, { body: { name: 'Anna', locale: 'es' } })
    expect(reply).toMatchObject({ name: 'Anna', locale: 'es', time_zone: 'UTC' })
    expect((await anna.call(auth.me)).reply).toEqual(reply)
    const { reply: history } = await anna.call(activityLogs.list, {
      query: { action: 'update', resource_type: 'account', resource_id: anna.id },
    })
    expect(history.logs).toMatchObject([
      { details: { before: { name: anna.username, locale: 'en' }, after: { name: 'Anna', locale: 'es' } } },
    ])
    const wrong = await anna.call(auth.updateMe, { body: { role: 'super_admin', time_zone: 'Mars/Olympus' } })
    expect(wrong.status).toBe(422)
    expect(wrong.problem.errors?.map(({ pointer }) => pointer).sort()).toEqual(['#/role', '#/time_zone'])
  })

  test('changes its password, which ends the other sessions and voids mailed links', async ({ api }) => {
    const anna = await registered(api)
    const other = await session(api, anna.email)
    await api.nobody.call(auth.forgotPassword, { body: { email: anna.email } })
    const mailed = await lettersTo(api, anna.email, 2)

    const wrong = { current_password: 'not it', new_password: 'another password' }
    expect((await anna.call(auth.changePassword, { body: wrong })).problem).toMatchObject({
      status: 422,
      errors: [{ pointer: '#/current_password' }],
    })
    const right = { current_password: password, new_password: 'another password' }
    expect((await anna.call(auth.changePassword, { body: right })).status).toBe(200)
    expect((await anna.call(auth.me)).status).toBe(200)
    expect((await other.call(auth.me)).status).toBe(401)
    expect((await signIn(api, anna.email, 'another password')).status).toBe(200)
    for (const letter of mailed) {
      const params = { reset_token: tokenIn(letter) }
      expect((await api.nobody.call(auth.verifyResetToken, { params })).status).toBe(404)
    }
  })
})
