import { describe, expect } from 'vitest'
import { auth } from '#contract/identity/auth.ts'
import { identity } from '#contract/identity/identity.ts'
import { twoFactor } from '#contract/identity/two-factor.ts'
import { registered } from '#tests/fixtures/accounts.ts'
import { type Api, bearer, test } from '#tests/fixtures/api.ts'
import { authenticator } from '#tests/fixtures/authenticator.ts'
import {
  answer,
  challengeOf,
  guarded,
  atLocalhost as headers,
  withPasskey,
} from '#tests/fixtures/second-factor.ts'

const begin = async (api: Api) =>
  (await api.nobody.call(identity.startPasskey, { headers })).reply.options.challenge
const enterBy = (api: Api, credential: object) =>
  api.nobody.call(identity.passkey, { headers, body: { credential } })
const refused = { status: 422, type: '/problems/wrong-proof', detail: 'Couldn’t verify this passkey' }

describe('a passkey', () => {
  test('is registered, listed, renamed and removed', async ({ api }) => {
    const anna = await registered(api)
    const { passkey } = await withPasskey(anna, '  Laptop ')
    expect(passkey).toEqual({
      id: passkey.id,
      name: 'Laptop',
      created_at: expect.any(String),
      last_used_at: null,
    })
    const params = { id: passkey.id }
    const renamed = await anna.call(twoFactor.renamePasskey, { params, body: { name: 'Phone' } })
    expect(renamed.reply.name).toBe('Phone')
    expect((await anna.call(twoFactor.passkeys)).reply.passkeys).toEqual([{ ...passkey, name: 'Phone' }])
    expect((await anna.call(twoFactor.removePasskey, { params })).status).toBe(204)
    expect((await anna.call(twoFactor.removePasskey, { params })).status).toBe(404)
    expect((await anna.call(twoFactor.passkeys)).reply.passkeys).toEqual([])
  })

  test('needs a name', async ({ api }) => {
    const anna = await registered(api)
    const { reply } = await anna.call(twoFactor.startPasskey, { headers })
    const { challenge } = reply.options
    const credential = authenticator().create({ challenge })
    const body = { challenge, credential, name: ' ' }
    const { status, problem } = await anna.call(twoFactor.completePasskey, { headers, body })
    expect({ status, detail: problem.detail }).toEqual({
      status: 422,
      detail: 'Please enter a name for your passkey',
    })
  })

  test('cannot be renamed or removed by anyone else', async ({ api }) => {
    const anna = await registered(api)
    const { passkey } = await withPasskey(anna)
    const bob = await registered(api)
    const params = { id: passkey.id }
    expect((await bob.call(twoFactor.removePasskey, { params })).status).toBe(404)
    expect((await bob.call(twoFactor.renamePasskey, { params, body: { name: 'Mine' } })).status).toBe(404)
  })

  test('is refused from another origin, for another domain, or with another’s challenge', async ({ api }) => {
    const [anna, bob] = [await registered(api), await registered(api)]
    const start = async (person: typeof anna) =>
      (await person.call(twoFactor.startPasskey, { headers })).reply.options.challenge
    const complete = async (challenge: string, credential: object) =>
      (await anna.call(twoFactor.completePasskey, { headers, body: { challenge, credential, name: 'x' } }))
        .status
    const device = authenticator()
    let challenge = await start(anna)
    expect(await complete(challenge, device.create({ challenge, origin: 'https://evil.example' }))).toBe(422)
    challenge = await start(anna)
    expect(await complete(challenge, device.create({ challenge, rpId: 'evil.example' }))).toBe(422)
    challenge = await start(bob)
    expect(await complete(challenge, device.create({ challenge }))).toBe(409)
    expect((await anna.call(twoFactor.passkeys)).reply.passkeys).toEqual([])
  })

  test('cannot be registered at an IP address, nor at an unknown host', async ({ api }) => {
    const anna = await registered(api)
    for (const host of ['127.0.0.1', 'evil.example']) {
      const { problem } = await anna.call(twoFactor.startPasskey, { headers: { host } })
      expect(problem).toMatchObject({ status: 409, type: '/problems/no-passkeys-here' })
    }
  })
})

describe('signing in with a passkey alone', () => {
  test('opens a session', async ({ api }) => {
    const anna = await registered(api)
    const { device } = await withPasskey(anna)
    const { status, reply } = await enterBy(api, device.get({ challenge: await begin(api) }))
    expect(status).toBe(200)
    const me = bearer(api.app, reply.access_token)
    expect((await me.call(auth.me)).reply.id).toBe(anna.id)
    expect((await me.call(twoFactor.passkeys)).reply.passkeys[0]?.last_used_at).toEqual(expect.any(String))
  })

  test('is refused without user verification, from another origin, replayed, forged or unknown', async ({
    api,
  }) => {
    const anna = await registered(api)
    const { device } = await withPasskey(anna)
    const challenge = () => begin(api)
    expect(
      (await enterBy(api, device.get({ challenge: await challenge(), verified: false }))).problem,
    ).toMatchObject(refused)
    const elsewhere = { challenge: await challenge(), origin: 'https://evil.example' }
    expect((await enterBy(api, device.get(elsewhere))).problem).toMatchObject(refused)
    const phished = { challenge: await challenge(), rpId: 'evil.example' }
    expect((await enterBy(api, device.get(phished))).problem).toMatchObject(refused)

    const good = device.get({ challenge: await challenge() })
    expect((await enterBy(api, good)).status).toBe(200)
    expect((await enterBy(api, good)).problem).toMatchObject({
      status: 409,
      type: '/problems/challenge-over',
    })

    const stranger = authenticator().get({ challenge: await challenge() })
    expect((await enterBy(api, stranger)).problem).toMatchObject(refused)
    const forged = { ...stranger, id: good.id, rawId: good.rawId }
    expect((await enterBy(api, forged)).status).toBe(409)
    const other = authenticator().get({ challenge: await challenge() })
    expect((await enterBy(api, { ...other, id: good.id, rawId: good.rawId })).problem).toMatchObject(refused)
    expect((await enterBy(api, device.get({ challenge: 'AAAA' }))).status).toBe(409)
  })

  test('is refused to a cloned key with an older counter', async ({ api }) => {
    const anna = await registered(api)
    const { device } = await withPasskey(anna)
    expect((await enterBy(api, device.get({ challenge: await begin(api) }))).status).toBe(200)
    device.rewind(2)
    expect((await enterBy(api, device.get({ challenge: await begin(api) }))).problem).toMatchObject(refused)
  })
})

describe('a passkey as the second factor', () => {
  test('answers the challenge of its own person, once', async ({ api }) => {
    const anna = await guarded(api)
    const { device } = await withPasskey(anna)
    const { challenge, methods } = await challengeOf(api, anna.email)
    expect(methods).toEqual(['totp', 'backup_code', 'passkey'])
    const credential = device.get({ challenge, verified: false })
    expect((await answer(api, challenge, { credential })).status).toBe(200)
    expect((await answer(api, challenge, { credential })).status).toBe(409)
  })

  test('cannot be another person’s, nor answer another challenge', async ({ api }) => {
    const [anna, bob] = [await guarded(api), await guarded(api)]
    const { device } = await withPasskey(bob)
    const { challenge } = await challengeOf(api, anna.email)
    expect((await answer(api, challenge, { credential: device.get({ challenge }) })).problem).toMatchObject(
      refused,
    )

    const own = await withPasskey(anna)
    const next = await challengeOf(api, anna.email)
    const alone = own.device.get({ challenge: await begin(api) })
    expect((await answer(api, next.challenge, { credential: alone })).status).toBe(409)
  })
})
