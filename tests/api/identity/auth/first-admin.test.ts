import { expect } from 'vitest'
import { auth } from '#contract/identity/auth.ts'
import { readConfig } from '#server/config.ts'
import { ensureFirstAdmin } from '#server/modules/identity/index.ts'
import { session } from '#tests/fixtures/accounts.ts'
import { type Api, test } from '#tests/fixtures/api.ts'

/** An installation that nobody administers. */
async function empty(api: Api, environment: NodeJS.ProcessEnv) {
  await api.db.updateTable('people').set({ deleted_at: new Date().toISOString() }).execute()
  return { config: readConfig(environment), database: api.services.database }
}

test('the first admin is created once, even by instances that start together, with a working password', async ({
  api,
}) => {
  const services = await empty(api, {})
  const made = await Promise.all([1, 2, 3, 4].map(() => ensureFirstAdmin(services)))
  const [first, ...others] = made.filter(admin => admin !== null)
  expect(others).toEqual([])
  expect(first).toEqual({
    username: 'admin',
    password: expect.stringMatching(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/),
  })
  const admin = await session(api, 'admin', first?.password ?? '')
  expect((await admin.call(auth.me)).reply).toMatchObject({ role: 'super_admin', email: null })
  expect(await ensureFirstAdmin(services)).toBeNull()
})

test('the first admin gets name, address and password from the environment, and prints no password', async ({
  api,
}) => {
  const services = await empty(api, {
    ADMIN_USERNAME: 'boss',
    ADMIN_EMAIL: 'boss@example.org',
    ADMIN_PASSWORD: 'given by the operator',
  })
  expect(await ensureFirstAdmin(services)).toEqual({ username: 'boss', password: null })
  const boss = await session(api, 'boss@example.org', 'given by the operator')
  expect((await boss.call(auth.me)).reply).toMatchObject({ username: 'boss', email_verified: true })
})
