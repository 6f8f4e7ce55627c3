import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { auth } from '#contract/identity/auth.ts'
import { sharedSecret } from '#server/kit/vault.ts'
import { registered, session, signIn } from '#tests/fixtures/accounts.ts'
import { type Api, bearer, test } from '#tests/fixtures/api.ts'

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signed = (head: object, claims: object, key: string | Uint8Array, hash = 'sha256') => {
  const text = `${encoded(head)}.${encoded(claims)}`
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`
}
const statusOf = async (api: Api, token: string) => (await bearer(api.app, token).call(auth.me)).status
const claimsOf = (token: string): { sid: string; aud: string; iat: number; exp: number } =>
  JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString())

describe('a token', () => {
  test('is not accepted with another algorithm, another key, or none', async ({ api }) => {
    const anna = await registered(api)
    const claims = claimsOf(anna.token)
    const ours = await sharedSecret(api.db, 'token_key')
    expect(await statusOf(api, signed({ alg: 'HS256' }, claims, ours))).toBe(200)

    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const text = `${encoded({ alg: 'RS256' })}.${encoded(claims)}`
    const forged = {
      unsigned: `${encoded({ alg: 'none' })}.${encoded(claims)}.`,
      'unsigned, in capitals': `${encoded({ alg: 'NONE' })}.${encoded(claims)}.`,
      'without a signature': `${encoded({ alg: 'HS256' })}.${encoded(claims)}.`,
      'of an empty key': signed({ alg: 'HS256' }, claims, ''),
      'of another key': signed({ alg: 'HS256' }, claims, 'secret'),
      'of our key in text': signed({ alg: 'HS256' }, claims, Buffer.from(ours).toString('base64')),
      'of a longer hash': signed({ alg: 'HS512' }, claims, ours, 'sha512'),
      'of a key that it brings along': signed(
        { alg: 'HS256', jwk: { kty: 'oct', k: Buffer.from('own').toString('base64url') } },
        claims,
        'own',
      ),
      'of a key that it points to': signed({ alg: 'HS256', kid: '../../../../dev/null' }, claims, ''),
      'of a private key': `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`,
      'of a public key as the secret': signed(
        { alg: 'HS256' },
        claims,
        publicKey.export({ type: 'spki', format: 'pem' }) as string,
      ),
      'for somebody else': signed({ alg: 'HS256' }, { ...claims, aud: 'another' }, ours),
      'for nobody in particular': signed({ alg: 'HS256' }, { ...claims, aud: undefined }, ours),
      'that asks for more than is understood': signed(
        { alg: 'HS256', crit: ['b64'], b64: false },
        claims,
        ours,
      ),
    }
    for (const [name, token] of Object.entries(forged))
      expect.soft(await statusOf(api, token), name).toBe(401)
  })

  test('signed with our key is accepted only for an open session', async ({ api }) => {
    const anna = await registered(api)
    const claims = claimsOf(anna.token)
    const ours = await sharedSecret(api.db, 'token_key')
    const second = Math.floor(Date.now() / 1000)
    const wrong = {
      'that is over': { ...claims, exp: second - 1 },
      'that is not yet good': { ...claims, nbf: second + 600 },
      'of no session': { aud: claims.aud, iat: claims.iat, exp: claims.exp },
      'of a session made up': { ...claims, sid: '0198ffff-ffff-7fff-8fff-ffffffffffff' },
      'of a person': { ...claims, sid: anna.id },
      'of a statement': { ...claims, sid: "' or '1'='1" },
      'of a list': { ...claims, sid: [claims.sid] },
      'of a number': { ...claims, sid: 1 },
    }
    for (const [name, given] of Object.entries(wrong))
      expect.soft(await statusOf(api, signed({ alg: 'HS256' }, given, ours)), name).toBe(401)
  })

  test('is refused once its session has expired or been revoked, or its person is suspended', async ({
    api,
  }) => {
    const anna = await registered(api)
    const tokens = await Promise.all([1, 2, 3].map(() => session(api, anna.email)))
    const [over, revoked, logged] = tokens.map(({ token }) => token) as [string, string, string]
    for (const token of [over, revoked, logged]) expect(await statusOf(api, token)).toBe(200)
    await api.db
      .updateTable('sessions')
      .set({ expires_at: sql<string>`now()` })
      .where('id', '=', claimsOf(over).sid)
      .execute()
    await anna.call(auth.revokeSession, { params: { id: claimsOf(revoked).sid } })
    await bearer(api.app, logged).call(auth.logout)
    for (const token of [over, revoked, logged]) expect(await statusOf(api, token)).toBe(401)
    await api.db.updateTable('people').set({ status: 'suspended' }).where('id', '=', anna.id).execute()
    expect(await statusOf(api, anna.token)).toBe(401)
  })

  test('is accepted only in the header, in a single form', async ({ api }) => {
    const { token } = await registered(api)
    const ask = async (url: string, headers: Record<string, string> = {}) =>
      (await api.app.inject({ url, headers })).statusCode
    expect(await ask('/api/auth/me', { authorization: `Bearer ${token}` })).toBe(200)
    for (const authorization of [
      token,
      `Basic ${token}`,
      `Bearer ${token} x`,
      `Bearer  `,
      `Bearer ${token},`,
    ])
      expect.soft(await ask('/api/auth/me', { authorization }), authorization).toBe(401)
    for (const url of [`/api/auth/me?token=${token}`, `/api/auth/me?access_token=${token}`])
      expect.soft(await ask(url), url).not.toBe(200)
    for (const name of ['cookie', 'x-api-key', 'x-access-token'])
      expect.soft(await ask('/api/auth/me', { [name]: `token=${token}` }), name).toBe(401)
  })
})

describe('signing in', () => {
  test('opens a new session, whatever session the request carries', async ({ api }) => {
    const [anna, mallory] = [await registered(api), await registered(api)]
    const fixed = await bearer(api.app, mallory.token).call(auth.login, {
      body: { email: anna.email, password: 'correct horse battery' },
      headers: { cookie: `session=${claimsOf(mallory.token).sid}` },
    })
    const { access_token: token } = fixed.reply as { access_token: string }
    expect(claimsOf(token).sid).not.toBe(claimsOf(mallory.token).sid)
    expect(fixed.headers['set-cookie']).toBe(undefined)
    expect((await bearer(api.app, mallory.token).call(auth.me)).reply.id).toBe(mallory.id)
    expect((await bearer(api.app, token).call(auth.me)).reply.id).toBe(anna.id)
  })

  test('accepts no session id from the caller', async ({ api }) => {
    const anna = await registered(api)
    const sid = '0198aaaa-aaaa-7aaa-8aaa-aaaaaaaaaaaa'
    const body = { email: anna.email, password: 'correct horse battery', sid, session_id: sid, id: sid }
    const { reply } = await api.nobody.call(auth.login, { body })
    expect(claimsOf((reply as { access_token: string }).access_token).sid).not.toBe(sid)
  })

  test('never causes a 5xx, whatever the headers contain', async ({ api }) => {
    const anna = await registered(api)
    const { email } = anna
    for (const value of ['x'.repeat(15_000), "'; drop table sessions; --", '=cmd|x', '\t', '\u00e9\u00ff']) {
      const headers = {
        'user-agent': value,
        'x-forwarded-for': value,
        'if-match': value,
        'x-restores': value,
      }
      const body = { email, password: 'correct horse battery' }
      expect.soft((await api.nobody.call(auth.login, { body, headers })).status, value).toBe(200)
      expect
        .soft((await anna.call(auth.updateMe, { body: { name: 'Anna' }, headers })).status)
        .toBeLessThan(500)
    }
    const { reply } = await anna.call(auth.sessions)
    expect(new Set(reply.sessions.map(({ ip }) => ip))).toEqual(new Set(['127.0.0.1']))
    expect((await signIn(api, email)).status).toBe(200)
  })
})
