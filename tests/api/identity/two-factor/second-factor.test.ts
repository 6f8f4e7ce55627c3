// @module-tag clock-deep

import { randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished } from 'vitest'
import { devices } from '#contract/devices/devices.ts'
import { auth } from '#contract/identity/auth.ts'
import { identity } from '#contract/identity/identity.ts'
import { twoFactor } from '#contract/identity/two-factor.ts'
import { people } from '#contract/people/people.ts'
import { createVault } from '#server/kit/vault.ts'
import { reencryptTotpSecrets } from '#server/modules/identity/index.ts'
import { replaceTotpSecret } from '#server/modules/identity/two-factor/queries.ts'
import { password, registered, session, signIn } from '#tests/fixtures/accounts.ts'
import { type Api, bearer, test } from '#tests/fixtures/api.ts'
import { lettersTo, tokenIn } from '#tests/fixtures/letters.ts'
import { answer, challengeOf, codeOf, guarded, withPasskey } from '#tests/fixtures/second-factor.ts'

const invalidCode = { status: 422, type: '/problems/wrong-proof', detail: 'Invalid verification code' }

describe('an authenticator app', () => {
  test('is set up, enabled with a first code, and disabled', async ({ api }) => {
    const anna = await registered(api)
    const off = { enabled: false, backup_codes_remaining: 0, required: false }
    expect((await anna.call(twoFactor.status)).reply).toEqual(off)

    const { reply } = await anna.call(twoFactor.setupTotp)
    expect(reply.backup_codes).toHaveLength(10)
    expect((await anna.call(twoFactor.status)).reply).toEqual(off)
    await session(api, anna.email)

    const bad = await anna.call(twoFactor.enableTotp, { body: { token: codeOf(reply.secret, 5) } })
    expect(bad.problem).toMatchObject({ status: 422, detail: 'Invalid verification code' })
    const good = await anna.call(twoFactor.enableTotp, { body: { token: codeOf(reply.secret) } })
    expect(good.reply).toEqual({ enabled: true, backup_codes_remaining: 10, required: false })
    expect((await anna.call(twoFactor.setupTotp)).problem).toMatchObject({ status: 409 })

    expect((await anna.call(twoFactor.disableTotp)).reply).toEqual(off)
    expect((await anna.call(twoFactor.disableTotp)).status).toBe(409)
    await session(api, anna.email)
    const subjects = (await lettersTo(api, anna.email, 3)).map(({ subject }) => subject)
    expect(subjects).toContain('Two-factor authentication is on')
    expect(subjects).toContain('Two-factor authentication is off')
  })

  test('is stored sealed, and its backup codes hashed', async ({ api }) => {
    const anna = await guarded(api)
    const { secret } = await api.db
      .selectFrom('totp_secrets')
      .select('secret')
      .where('person_id', '=', anna.id)
      .executeTakeFirstOrThrow()
    expect(secret.includes(anna.secret)).toBe(false)
    const codes = await api.db
      .selectFrom('backup_codes')
      .select('code_hash')
      .where('person_id', '=', anna.id)
      .execute()
    expect(codes.every(({ code_hash }) => code_hash.length === 32)).toBe(true)
  })
})

describe('a new vault key', () => {
  const sealOf = async (api: Api, personId: string) =>
    (
      await api.db
        .selectFrom('totp_secrets')
        .select('secret')
        .where('person_id', '=', personId)
        .executeTakeFirstOrThrow()
    ).secret

  test('replaces the current one, and no app has to be set up again', async ({ api }) => {
    const [anna, bob] = [await guarded(api), await guarded(api)]
    const [old, fresh, strange] = [randomBytes(32), randomBytes(32), randomBytes(32)]
    await replaceTotpSecret(
      api.db,
      anna.id,
      await sealOf(api, anna.id),
      createVault(old).seal(anna.secret, anna.id),
    )
    const lost = createVault(strange).seal(bob.secret, bob.id)
    await replaceTotpSecret(api.db, bob.id, await sealOf(api, bob.id), lost)

    const vault = createVault(fresh, old)
    const others = (await reencryptTotpSecrets(api.db, vault)).lost
    expect(createVault(fresh).open(await sealOf(api, anna.id), anna.id)).toBe(anna.secret)
    // What no key here opens is left as it is, for whoever finds the key.
    expect(await sealOf(api, bob.id)).toEqual(lost)
    expect(await reencryptTotpSecrets(api.db, createVault(fresh))).toEqual({ renewed: 0, lost: others })
  })
})

describe('signing in with a second factor', () => {
  test('requires it after the password, and opens a session for a code', async ({ api }) => {
    const anna = await guarded(api)
    const asked = await challengeOf(api, anna.email)
    expect(asked).toEqual({
      two_factor_required: true,
      challenge: expect.any(String),
      methods: ['totp', 'backup_code'],
    })
    const { status, reply } = await answer(api, asked.challenge, { code: codeOf(anna.secret) })
    expect(status).toBe(200)
    expect((await bearer(api.app, reply.access_token).call(auth.me)).reply.id).toBe(anna.id)
  })

  test('does not accept a challenge as a session token, and answers none twice', async ({ api }) => {
    const anna = await guarded(api)
    const { challenge } = await challengeOf(api, anna.email)
    expect((await bearer(api.app, challenge).call(auth.me)).status).toBe(401)
    expect((await answer(api, challenge, { code: codeOf(anna.secret) })).status).toBe(200)
    const again = await answer(api, challenge, { code: codeOf(anna.secret, 1) })
    expect(again.problem).toMatchObject({ status: 409, type: '/problems/challenge-over' })
    expect((await answer(api, 'made-up', { code: '000000' })).status).toBe(409)
  })

  test('accepts a code once, even from two concurrent calls', async ({ api }) => {
    const anna = await guarded(api)
    const code = codeOf(anna.secret)
    const asked = await Promise.all([1, 2, 3].map(() => challengeOf(api, anna.email)))
    const answers = await Promise.all(asked.map(({ challenge }) => answer(api, challenge, { code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    // The code of the step before was good a moment ago; it is not any more.
    const { challenge } = await challengeOf(api, anna.email)
    const late = await answer(api, challenge, { code: codeOf(anna.secret, -1) })
    expect(late.problem).toMatchObject(invalidCode)
  })

  test('accepts each backup code once, however it is typed', async ({ api }) => {
    const anna = await guarded(api)
    const [first = '', second = ''] = anna.backupCodes
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `
    const challenges = await Promise.all([1, 2, 3].map(() => challengeOf(api, anna.email)))
    const [one, two, three] = challenges.map(({ challenge }) => challenge) as [string, string, string]
    expect((await answer(api, one, { backup_code: typed })).status).toBe(200)
    expect((await answer(api, two, { backup_code: first })).problem).toMatchObject(invalidCode)
    const { status, reply } = await answer(api, three, { backup_code: second })
    expect(status).toBe(200)
    const me = bearer(api.app, reply.access_token)
    expect((await me.call(twoFactor.status)).reply.backup_codes_remaining).toBe(8)

    const renewed = await me.call(twoFactor.renewBackupCodes)
    expect(renewed.reply.backup_codes).toHaveLength(10)
    const { challenge } = await challengeOf(api, anna.email)
    expect((await answer(api, challenge, { backup_code: anna.backupCodes[2] })).status).toBe(422)
    expect((await answer(api, challenge, { backup_code: renewed.reply.backup_codes[0] })).status).toBe(200)
  })

  test('stops guessing after ten codes, even concurrently, but not the passkeys of others', async ({
    api,
  }) => {
    const anna = await guarded(api)
    const { challenge } = await challengeOf(api, anna.email)
    const guesses = await Promise.all(
      Array.from({ length: 25 }, (_, at) => answer(api, challenge, { code: String(at).padStart(6, '0') })),
    )
    const count = (wanted: number) => guesses.filter(({ status }) => status === wanted).length
    expect({ wrong: count(422), held: count(429) }).toEqual({ wrong: 10, held: 15 })
    const held = await answer(api, challenge, { code: codeOf(anna.secret) })
    expect(held.problem).toMatchObject({ status: 429, type: '/problems/too-many-guesses' })
    expect(held.headers['retry-after']).toBe('900')

    const bob = await guarded(api)
    const other = await challengeOf(api, bob.email)
    expect((await answer(api, other.challenge, { code: codeOf(bob.secret) })).status).toBe(200)
  })

  test('resets the count of guesses after a correct code', async ({ api }) => {
    const anna = await guarded(api)
    const { challenge } = await challengeOf(api, anna.email)
    for (const code of Array(9).fill('000000')) await answer(api, challenge, { code })
    expect((await answer(api, challenge, { code: codeOf(anna.secret) })).status).toBe(200)
    const next = await challengeOf(api, anna.email)
    expect((await answer(api, next.challenge, { code: '000000' })).status).toBe(422)
  })

  test('cannot be bypassed by resetting the password', async ({ api }) => {
    const anna = await guarded(api)
    await api.nobody.call(auth.forgotPassword, { body: { email: anna.email } })
    const letters = await lettersTo(api, anna.email, 3)
    const letter = letters.find(({ subject }) => subject === 'Choose a new password')
    const token = tokenIn(letter as (typeof letters)[number])
    const body = { token, new_password: 'another long one' }
    expect((await api.nobody.call(auth.resetPassword, { body })).status).toBe(200)
    const { reply } = await signIn(api, anna.email, body.new_password)
    expect(reply).toMatchObject({ two_factor_required: true })
  })

  test('accepts exactly one proof', async ({ api }) => {
    const anna = await guarded(api)
    const { challenge } = await challengeOf(api, anna.email)
    const two = { code: codeOf(anna.secret), backup_code: anna.backupCodes[0] }
    expect((await answer(api, challenge, two)).status).toBe(422)
    expect((await answer(api, challenge, {})).status).toBe(422)
  })

  test('is refused to a person suspended meanwhile', async ({ api }) => {
    const anna = await guarded(api)
    const { challenge } = await challengeOf(api, anna.email)
    await api.db.updateTable('people').set({ status: 'suspended' }).where('id', '=', anna.id).execute()
    expect((await answer(api, challenge, { code: codeOf(anna.secret) })).problem).toMatchObject({
      status: 409,
      type: '/problems/suspended',
    })
  })
})

describe('an organization that requires it', () => {
  test('blocks its people until it is set up', async ({ api }) => {
    const anna = await registered(api)
    const require = (on: boolean) =>
      api.db
        .updateTable('organizations')
        .set({ requires_second_factor: on })
        .where('id', '=', anna.me.organization.id)
        .execute()
    await require(true)
    expect((await anna.call(devices.list)).problem).toMatchObject({
      status: 409,
      type: '/problems/second-factor-missing',
    })
    expect((await anna.call(auth.me)).reply.second_factor_missing).toBe(true)
    expect((await anna.call(twoFactor.status)).reply.required).toBe(true)

    const { reply } = await anna.call(twoFactor.setupTotp)
    await anna.call(twoFactor.enableTotp, { body: { token: codeOf(reply.secret) } })
    expect((await anna.call(devices.list)).status).toBe(200)
    expect((await anna.call(auth.me)).reply.second_factor_missing).toBe(false)
  })

  test('is every organization if the installation requires it', async ({ api }) => {
    const [anna, bob] = [await registered(api), await guarded(api)]
    api.services.config.SECOND_FACTOR = 'required'
    onTestFinished(() => {
      api.services.config.SECOND_FACTOR = 'by-organization'
    })
    expect((await anna.call(devices.list)).problem.type).toBe('/problems/second-factor-missing')
    expect((await anna.call(twoFactor.status)).reply.required).toBe(true)
    expect((await bob.call(devices.list)).status).toBe(200)
  })
})

describe('a person who lost their second factor', () => {
  test('signs in with the password alone once an admin has reset it', async ({ api }) => {
    const anna = await guarded(api)
    await withPasskey(anna)
    const admin = await api.signedIn('admin')
    const params = { id: anna.id }
    expect((await admin.call(people.resetSecondFactor, { params })).status).toBe(204)
    expect((await anna.call(auth.me)).status).toBe(401)
    const again = await session(api, anna.email)
    expect((await again.call(twoFactor.status)).reply.enabled).toBe(false)
    expect((await again.call(twoFactor.passkeys)).reply.passkeys).toEqual([])
  })

  test('cannot be helped by anyone of another organization or of a lower role', async ({ api }) => {
    const anna = await guarded(api)
    const stranger = await api.signedIn('organization_admin')
    const boss = await api.signedIn('super_admin')
    const admin = await api.signedIn('admin')
    const ask = async (by: typeof admin, id: string) =>
      (await by.call(people.resetSecondFactor, { params: { id } })).status
    expect(await ask(stranger, anna.id)).toBe(404)
    expect(await ask(admin, boss.id)).toBe(409)
    await challengeOf(api, anna.email)
  })
})

test('a session can end all the others', async ({ api }) => {
  const anna = await registered(api)
  const other = await session(api, anna.email)
  expect((await anna.call(auth.revokeOtherSessions)).status).toBe(204)
  expect((await other.call(auth.me)).status).toBe(401)
  expect((await anna.call(auth.sessions)).reply.sessions).toHaveLength(1)
})

test('a sign-in from an unknown browser is reported by e-mail', async ({ api }) => {
  const anna = await registered(api)
  const body = { email: anna.email, password }
  await api.nobody.call(auth.login, { body })
  await api.nobody.call(auth.login, { body, headers: { 'user-agent': 'Netscape 4' } })
  await api.nobody.call(auth.login, { body, headers: { 'user-agent': 'Netscape 4' } })
  const told = await lettersTo(api, anna.email, 2)
  const devices = told.filter(({ subject }) => subject === 'New sign-in to your account')
  expect(devices).toHaveLength(1)
  expect(devices[0]?.text).toContain('Netscape 4')
})

test('an account without it signs in as before', async ({ api }) => {
  const anna = await registered(api)
  expect((await anna.call(identity.startStepUp)).reply.methods).toEqual(['password'])
  expect(await session(api, anna.email)).toMatchObject({ token: expect.any(String) })
})
