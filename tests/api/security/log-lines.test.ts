import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { wellness } from '#contract/care/wellness.ts'
import { auth } from '#contract/identity/auth.ts'
import { twoFactor } from '#contract/identity/two-factor.ts'
import { elderly } from '#contract/people/elderly.ts'
import { createApp } from '#server/app.ts'
import { openLog } from '#server/log.ts'
import { openTokens } from '#server/plugins/session.ts'
import { type Api, bearer, test } from '#tests/fixtures/api.ts'

/** The same server once more, whose log lines are kept. */
async function overheard({ services, db }: Api) {
  const lines: string[] = []
  const log = openLog({ LOG_LEVEL: 'trace' }, { write: line => void lines.push(line) })
  const app = await createApp({ ...services, log }, await openTokens(db))
  return { app, lines, log }
}

describe('log lines', () => {
  test('of real calls, failed ones included, contain no secret and no health data', async ({ api }) => {
    const { app, lines } = await overheard(api)
    const clerk = await api.signedIn('organization_admin')
    const { call } = bearer(app, clerk.token)
    const nobody = bearer(app)
    const hidden = {
      password: 'hunter-of-the-green-owl',
      code: '483920',
      mailed: 'bWFpbGVkLWxpbmstdG9rZW4tb2YtbW9yZS10aGFu',
      health: 'Atrial flutter after the flood',
      mail: 'hidden.person@example.org',
      path: 'secret-in-a-path',
    }
    await nobody.call(auth.login, { body: { email: hidden.mail, password: hidden.password } })
    await nobody.call(auth.resetPassword, { body: { token: hidden.mailed, new_password: hidden.password } })
    await nobody.call(auth.verifyResetToken, { params: { reset_token: hidden.mailed } })
    await call(twoFactor.enableTotp, { body: { code: hidden.code } })
    const body = { name: 'Rosa', email: hidden.mail, notes: hidden.health, conditions: [hidden.health] }
    const made = await call(elderly.create, { body })
    expect(made.status).toBe(201)
    await call(wellness.log, {
      body: { user_id: made.reply.user_id, kind: 'note', value: { text: hidden.health } },
    })
    await app.inject({ url: `/${hidden.path}/x?token=${clerk.token}` })
    await app.inject({ url: `/api/device/events/stream?token=${hidden.mailed}` })
    await app.inject({ method: 'POST', url: '/api/auth/login', payload: `{"password":"${hidden.password}"` })

    // PostgreSQL quotes the whole row in what it says of such a fault.
    await sql`update profiles set last_address = ''`.execute(api.db)
    await sql`alter table profiles alter last_address set not null`.execute(api.db)
    const failed = await call(elderly.create, { body: { ...body, email: `other.${hidden.mail}` } })
    expect(failed.status).toBe(500)
    expect(failed.text).not.toContain('profiles')
    await sql`alter table profiles alter last_address drop not null`.execute(api.db)

    const all = lines.join('')
    expect(lines.length).toBeGreaterThan(9)
    expect(all).toContain('"code":"23502"')
    for (const [name, secret] of Object.entries({ ...hidden, token: clerk.token }))
      expect.soft(all, name).not.toContain(secret)
  })

  test('redact what is logged by mistake, and the values that the database quotes', () => {
    const lines: string[] = []
    const log = openLog({ LOG_LEVEL: 'info' }, { write: line => void lines.push(line) })
    log.info({
      person: { password: 'hunter2', email: 'a@example.org' },
      request: { headers: { cookie: 'c=1' } },
    })
    const quoted = 'invalid input syntax for type integer: "hunter2"'
    log.error({
      err: Object.assign(new Error(quoted), { detail: 'Failing row contains (hunter2)', code: '22P02' }),
    })
    expect(lines.join('')).not.toMatch(/hunter2|a@example|c=1/)
    expect(lines.join('')).toContain('invalid input syntax for type integer')
    expect(lines.join('')).toContain('22P02')
  })

  test('cannot be forged by a line break', () => {
    const lines: string[] = []
    openLog({ LOG_LEVEL: 'info' }, { write: line => void lines.push(line) }).info({
      path: 'a\n{"level":"info"}',
    })
    expect(lines).toHaveLength(1)
    expect(lines[0]?.trimEnd()).not.toContain('\n')
  })
})
