import { describe, expect, vi } from 'vitest'
import { z } from 'zod'
import { notifications } from '#contract/alerts/notifications.ts'
import { paymentWebhooks } from '#contract/billing/checkouts.ts'
import { auth } from '#contract/identity/auth.ts'
import { grant } from '#contract/kit/permissions.ts'
import { fillPath, paramNames } from '#contract/kit/urls.ts'
import { type Api, test } from '#tests/fixtures/api.ts'
import { everyEndpoint } from '#tests/fixtures/endpoints.ts'

// Every endpoint, many times.
vi.setConfig({ testTimeout: 180_000 })

const unknown = '0198ffff-ffff-7fff-8fff-ffffffffffff'
/**
 * The calls that a super admin may make and that cannot be made without a body; the one that takes signed bytes has
 * tests of its own.
 */
const takers = (await everyEndpoint()).filter(
  ([, { access, body, consumes, path }]) =>
    consumes === undefined &&
    path !== paymentWebhooks.stripe.path &&
    !(body instanceof z.ZodUndefined) &&
    ![undefined, null].some(nothing => body.safeParse(nothing).success) &&
    (typeof access === 'string' || grant('super_admin', access) !== null),
)

/** What no call takes, as it comes over the wire, with the correct answers. */
const hostile = {
  'cut off': ['{"name": "', [400]],
  'a second value behind the first': ['{} {}', [400]],
  'nested 100,000 deep': ['['.repeat(100_000), [400]],
  'nested 5,000 deep and closed': [`${'['.repeat(5_000)}${']'.repeat(5_000)}`, [400, 422]],
  'a prototype': ['{"__proto__": {"role": "super_admin"}}', [400]],
  'a constructor': ['{"constructor": {"prototype": {"role": "super_admin"}}}', [400]],
  'a text': ['"text"', [422]],
  nothing: ['null', [422]],
} as const satisfies Record<string, readonly [string, readonly number[]]>

async function send(api: Api, token: string, at: (typeof takers)[number][1], payload: string, type: string) {
  const answer = await api.app.inject({
    method: at.method,
    url: fillPath(at.path, Object.fromEntries(paramNames(at.path).map(name => [name, unknown]))),
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    payload,
  })
  return { status: answer.statusCode, type: String(answer.headers['content-type']), text: answer.payload }
}

describe('a hostile body', () => {
  for (const [name, [payload, right]] of Object.entries(hostile)) {
    test(`that is ${name} is refused by every call that accepts one`, async ({ api }) => {
      const { token } = await api.signedIn('super_admin')
      expect(takers.length).toBeGreaterThan(30)
      for (const [at, endpoint] of takers) {
        const { status, type } = await send(api, token, endpoint, payload, 'application/json')
        expect.soft([...right], at).toContain(status)
        expect.soft(type, at).toContain('application/problem+json')
      }
    })
  }

  test('that is above the size that is taken is refused by every call that accepts one', async ({ api }) => {
    const { token } = await api.signedIn('super_admin')
    for (const [at, endpoint] of takers) {
      const payload = JSON.stringify({ name: 'a'.repeat(endpoint.maxBodyBytes ?? 1_100_000) })
      const { status, type } = await send(api, token, endpoint, payload, 'application/json')
      expect.soft(status, at).toBe(413)
      expect.soft(type, at).toContain('application/problem+json')
    }
  })

  test('of unusual values is refused or accepted, and never causes a 5xx', { tags: ['thorough'] }, async ({
    api,
  }) => {
    const { token } = await api.signedIn('super_admin')
    const values = [
      '1e999',
      '-0',
      `${'9'.repeat(400)}`,
      '1e-400',
      '"\\ud800"',
      '"\\u0000"',
      '"\\ufeff"',
      '[[]]',
      '{"a":{}}',
    ]
    for (const [at, endpoint] of takers) {
      const names = endpoint.body instanceof z.ZodObject ? Object.keys(endpoint.body.shape) : ['name']
      // Each name twice: whichever counts, both are looked at.
      const bodies = values.map(
        value => `{${names.flatMap(name => [`"${name}":1`, `"${name}":${value}`]).join()}}`,
      )
      for (const body of bodies) {
        const { status, type } = await send(api, token, endpoint, body, 'application/json')
        expect.soft(status, `${at} ${body}`).toBeLessThan(500)
        if (status >= 400) expect.soft(type, at).toContain('application/problem+json')
      }
    }
  })

  test('with a lone surrogate in a stored document is refused', async ({ api }) => {
    const { token } = await api.signedIn('operator')
    const { path, method } = notifications.registerDevice
    const subscription = { endpoint: 'https://push.example/1', keys: { p256dh: 'key', auth: '\ud800' } }
    const { statusCode, payload } = await api.app.inject({
      method,
      url: path,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ subscription }),
    })
    expect({ statusCode, ...JSON.parse(payload) }).toMatchObject({
      statusCode: 422,
      detail: 'The text contains a character that can’t be stored',
    })
  })

  test('as a form, which another site could post without preflight, is refused', async ({ api }) => {
    const { token } = await api.signedIn('super_admin')
    const types = {
      'application/x-www-form-urlencoded': 415,
      'multipart/form-data; boundary=x': 415,
      // Read as what it is, one text, which no call takes.
      'text/plain': 422,
    }
    for (const [type, right] of Object.entries(types)) {
      for (const [at, endpoint] of takers) {
        const { status } = await send(api, token, endpoint, 'name=value', type)
        expect.soft(status, `${at} as ${type}`).toBe(right)
      }
    }
  })

  test('grants no one more rights', async ({ api }) => {
    const anna = await api.signedIn('organization_admin')
    for (const more of [
      { role: 'super_admin' },
      { organization_id: unknown },
      { second_factor_missing: true },
    ])
      expect((await anna.call(auth.updateMe, { body: { name: 'Anna', ...more } })).status).toBe(422)
    expect((await anna.call(auth.me)).reply.role).toBe('organization_admin')
  })
})
