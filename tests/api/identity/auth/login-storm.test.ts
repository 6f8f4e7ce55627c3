import { availableParallelism } from 'node:os'
import { expect, vi } from 'vitest'
import { auth } from '#contract/identity/auth.ts'
import { findAccountByLogin } from '#server/modules/identity/auth/queries/accounts.ts'
import { password, registered } from '#tests/fixtures/accounts.ts'
import { type Api, test } from '#tests/fixtures/api.ts'

// Other files of this process have read the server already, without the spy.
vi.hoisted(() => vi.resetModules())
vi.mock('#server/modules/identity/auth/queries/accounts.ts', { spy: true })

/** Signs in from an address. */
const signInFrom = (api: Api, remoteAddress: string, body: { email: string; password: string }) =>
  api.app.inject({ method: auth.login.method, url: auth.login.path, remoteAddress, payload: body })

test('of many guesses from one address, those beyond the queue are refused before the account lookup', async ({
  api,
}) => {
  const anna = await registered(api)
  vi.mocked(findAccountByLogin).mockClear()
  const answered: string[] = []
  // At one account, they would be delayed as well.
  const guesses = Array.from({ length: 40 }, async (_, at) => {
    const answer = await signInFrom(api, '10.0.0.1', { email: `nobody-${at}`, password: 'not it' })
    answered.push(String(answer.statusCode))
    return answer
  })
  const rightful = signInFrom(api, '10.0.0.2', { email: anna.email, password }).then(answer => {
    answered.push('rightful')
    return answer
  })
  const answers = await Promise.all(guesses)
  expect((await rightful).statusCode).toBe(200)

  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  const wrong = answers.filter(({ statusCode }) => statusCode === 401)
  expect(refused.length).toBeGreaterThan(20)
  expect(wrong.length + refused.length).toBe(40)
  for (const { headers, json } of refused) {
    expect(headers['retry-after']).toBe('1')
    expect(json()).toMatchObject({ type: '/problems/too-many-requests' })
  }
  // A look-up for each that was let in, and none for those that were not.
  expect(vi.mocked(findAccountByLogin).mock.calls).toHaveLength(wrong.length + 1)
  // Refusals wait for nothing, and another address for no more than a turn or so.
  expect(answered.slice(0, refused.length)).toEqual(refused.map(() => '429'))
  expect(answered.indexOf('rightful') - refused.length).toBeLessThan(2 * availableParallelism())
})

test('no more accounts are looked up concurrently than passwords are hashed', async ({ api }) => {
  const { findAccountByLogin: lookUp } = await vi.importActual<
    typeof import('#server/modules/identity/auth/queries/accounts.ts')
  >('#server/modules/identity/auth/queries/accounts.ts')
  let now = 0
  let most = 0
  vi.mocked(findAccountByLogin).mockImplementation(((...given: Parameters<typeof lookUp>) => {
    now += 1
    most = Math.max(most, now)
    return lookUp(...given).finally(() => {
      now -= 1
    })
  }) as typeof lookUp)
  await Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      signInFrom(api, `10.0.1.${at}`, { email: 'nobody', password: 'not it' }),
    ),
  )
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(Math.max(1, availableParallelism() - 1))
})
