import { expect, vi } from 'vitest'
import { deriveKey } from '#server/modules/identity/auth/argon2.ts'
import { registered, signIn } from '#tests/fixtures/accounts.ts'
import { type Api, test } from '#tests/fixtures/api.ts'

// Other files of this process have read the server already, without the spy.
vi.hoisted(() => vi.resetModules())
vi.mock('#server/modules/identity/auth/argon2.ts', { spy: true })

/** What the hashing of one sign-in costs; its time would be measured by the machine's other work as well. */
async function costOf(api: Api, login: string) {
  vi.mocked(deriveKey).mockClear()
  await signIn(api, login, 'not it')
  return vi.mocked(deriveKey).mock.calls.map(([{ memory, passes, parallelism, tagLength }]) => ({
    memory,
    passes,
    parallelism,
    tagLength,
  }))
}

test('a sign-in costs the same for an unknown account, one without a password and a wrong password', async ({
  api,
}) => {
  const anna = await registered(api)
  const invited = await api.signedIn('operator')
  const [row] = await api.db.selectFrom('people').select('username').where('id', '=', invited.id).execute()
  const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
  for (const login of [anna.email, row?.username ?? '', 'nobody'])
    expect(await costOf(api, login), login).toEqual([cost])
})
