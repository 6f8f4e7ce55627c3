// @module-tag clock

import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { auth } from '#contract/identity/auth.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { isOutdated } from '#server/modules/identity/auth/password.ts'
import { password, registered, session, signIn } from '#tests/fixtures/accounts.ts'
import { bearer, test } from '#tests/fixtures/api.ts'

const wrong = 'Incorrect username or password'

describe('signing in', () => {
  test('accepts the username or the e-mail address, in any case', async ({ api }) => {
    const anna = await registered(api)
    for (const name of [anna.username, anna.email, anna.username.toUpperCase(), anna.email.toUpperCase()]) {
      const { status, reply } = await signIn(api, name)
      expect(status).toBe(200)
      expect(reply).toEqual({ access_token: expect.any(String), token_type: 'bearer' })
    }
  })

  test('gives the same response for a wrong password and an unknown account', async ({ api }) => {
    const anna = await registered(api)
    const answers = [await signIn(api, anna.email, 'not it'), await signIn(api, 'nobody', password)]
    for (const { status, problem } of answers)
      expect(problem).toMatchObject({ status, title: 'Unauthorized', detail: wrong })
    expect(answers.map(({ status }) => status)).toEqual([401, 401])
  })

  test('is logged with its time, and so is a failure', async ({ api }) => {
    const anna = await registered(api)
    await signIn(api, anna.email, 'not it')
    await signIn(api, 'nobody', 'not it')
    await signIn(api, anna.email)
    const staff = await api.signedIn('operator')
    const { reply } = await staff.call(activityLogs.list, { query: { resource_id: anna.id } })
    expect(reply.logs.map(({ action, user_id }) => ({ action, user_id }))).toEqual([
      { action: 'login', user_id: anna.me.user_id },
      { action: 'login_failed', user_id: null },
      { action: 'register', user_id: anna.me.user_id },
    ])
    const failed = await staff.call(activityLogs.list, { query: { action: 'login_failed' } })
    expect(failed.reply.logs.some(({ resource_id }) => resource_id === null)).toBe(true)
    const { last_login } = await api.db
      .selectFrom('people')
      .select('last_login')
      .where('id', '=', anna.id)
      .executeTakeFirstOrThrow()
    expect(Date.now() - Date.parse(last_login ?? '')).toBeLessThan(10_000)
  })

  test('reveals that the account is suspended only after the correct password', async ({ api }) => {
    const anna = await registered(api)
    await api.db.updateTable('people').set({ status: 'suspended' }).where('id', '=', anna.id).execute()
    expect((await signIn(api, anna.email)).problem).toMatchObject({
      status: 409,
      type: '/problems/suspended',
      detail: 'This account is suspended',
    })
    expect((await signIn(api, anna.email, 'not it')).problem).toMatchObject({ status: 401, detail: wrong })
    expect((await anna.call(auth.me)).status).toBe(401)
  })

  test('is refused while the organization is suspended', async ({ api }) => {
    const anna = await registered(api)
    await api.db
      .updateTable('organizations')
      .set({ status: 'suspended' })
      .where('id', '=', anna.me.organization.id)
      .execute()
    expect((await signIn(api, anna.email)).problem).toMatchObject({
      status: 409,
      type: '/problems/suspended',
    })
    expect((await anna.call(auth.me)).status).toBe(401)
  })

  test('is refused to people without a password and to removed ones', async ({ api }) => {
    const invited = await api.signedIn('admin')
    const [row] = await api.db.selectFrom('people').select('username').where('id', '=', invited.id).execute()
    expect((await signIn(api, row?.username ?? '')).problem).toMatchObject({ status: 401, detail: wrong })

    const anna = await registered(api)
    await api.db.updateTable('people').set({ deleted_at: sql`now()` }).where('id', '=', anna.id).execute()
    expect((await signIn(api, anna.email)).problem).toMatchObject({ status: 401, detail: wrong })
  })

  test('rehashes a password whose hash has other cost parameters', async ({ api }) => {
    const anna = await registered(api)
    const published = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
    await api.db.updateTable('people').set({ password_hash: published }).where('id', '=', anna.id).execute()
    await session(api, anna.email, 'password')
    const [row] = await api.db
      .selectFrom('people')
      .select('password_hash')
      .where('id', '=', anna.id)
      .execute()
    expect(isOutdated(row?.password_hash ?? '')).toBe(false)
    await session(api, anna.email, 'password')
  })
})

describe('a session', () => {
  const age = (api: Parameters<typeof registered>[0], personId: string, values: object) =>
    api.db.updateTable('sessions').set(values).where('person_id', '=', personId).execute()

  test('ends on signing out', async ({ api }) => {
    const anna = await registered(api)
    const other = await session(api, anna.email)
    expect((await anna.call(auth.logout)).status).toBe(204)
    expect((await anna.call(auth.me)).status).toBe(401)
    expect((await other.call(auth.me)).status).toBe(200)
  })

  test('ends after 30 days', async ({ api }) => {
    const anna = await registered(api)
    const { reply } = await anna.call(auth.sessions)
    const days = (Date.parse(reply.sessions[0]?.expires_at ?? '') - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(30, 1)
    await age(api, anna.id, { expires_at: sql`now() - interval '1 second'` })
    expect((await anna.call(auth.me)).status).toBe(401)
  })

  test('ends after 7 days without use, and use extends it', async ({ api }) => {
    const anna = await registered(api)
    await age(api, anna.id, { last_used_at: sql`now() - interval '6 days 23 hours'` })
    expect((await anna.call(auth.me)).status).toBe(200)
    const { reply } = await anna.call(auth.sessions)
    expect(Date.now() - Date.parse(reply.sessions[0]?.last_used_at ?? '')).toBeLessThan(10_000)
    await age(api, anna.id, { last_used_at: sql`now() - interval '7 days 1 second'` })
    expect((await anna.call(auth.me)).status).toBe(401)
  })

  test('is listed and revoked by its owner only', async ({ api }) => {
    const anna = await registered(api)
    const other = await session(api, anna.email)
    const { reply } = await anna.call(auth.sessions)
    expect(reply.sessions).toHaveLength(2)
    expect(reply.sessions.map(({ current }) => current).sort()).toEqual([false, true])
    expect(reply.sessions[0]).toMatchObject({ ip: '127.0.0.1', user_agent: 'lightMyRequest' })
    const id = reply.sessions.find(({ current }) => !current)?.id ?? ''

    const bob = await registered(api)
    expect((await bob.call(auth.revokeSession, { params: { id } })).status).toBe(404)
    expect((await other.call(auth.me)).status).toBe(200)
    expect((await anna.call(auth.revokeSession, { params: { id } })).status).toBe(204)
    expect((await other.call(auth.me)).status).toBe(401)
    expect((await anna.call(auth.revokeSession, { params: { id } })).status).toBe(404)
    expect((await anna.call(auth.revokeSession, { params: { id: 'x' } })).status).toBe(404)
  })

  test('is not accepted with a foreign signature', async ({ api }) => {
    const anna = await registered(api)
    const [head, body] = anna.token.split('.')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`
    for (const token of [`${head}.${body}.${'A'.repeat(43)}`, unsigned, 'nonsense'])
      expect((await bearer(api.app, token).call(auth.me)).status).toBe(401)
  })
})
