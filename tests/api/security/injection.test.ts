import fc from 'fast-check'
import { describe, expect, vi } from 'vitest'
import { z } from 'zod'
import { grant, type Role, roles } from '#contract/kit/permissions.ts'
import { everyEndpoint } from '#tests/fixtures/endpoints.ts'
import { test, told } from '#tests/fixtures/fuzz.ts'

// Every endpoint, many times.
vi.setConfig({ testTimeout: 180_000 })

/** What gets out of the place it was put into, where nobody saw to it: statements, formulas, headers, markup, paths. */
const payloads = [
  "' or '1'='1",
  "'; drop table people; --",
  '1; select pg_sleep(5)--',
  "' union select id, name, username, email from people --",
  '") or ("1"="1',
  "\\'; delete from sessions; --",
  '%27%20or%201=1',
  '$1',
  '{{7*7}}',
  "=cmd|' /C calc'!A0",
  '@SUM(1+1)*cmd',
  '=HYPERLINK("https://evil.example","x")',
  'a\r\nSet-Cookie: admin=1',
  'a\r\nBcc: everybody@example.org\r\n\r\n',
  'a\u2028b\u0085c',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  '$(touch /tmp/owned)',
  '`id`',
  '| cat /etc/passwd',
  '%s%n%x',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\ufeff\u202egnp.exe',
  '{"$gt": ""}',
  '*)(uid=*))(|(uid=*',
]
const rounds = process.env.DEEP === '1' ? 40 : 1
const endpoints = await everyEndpoint()

describe('a payload', () => {
  test('in a list’s filter or search finds nothing', async ({ fuzz }) => {
    const token = await fuzz.tokenOf('super_admin')
    const texts = (schema: z.ZodType): boolean =>
      schema instanceof z.ZodString ||
      ('unwrap' in schema && texts((schema as z.ZodOptional<z.ZodType>).unwrap()))
    for (const [name, endpoint] of endpoints) {
      const { listing, access } = endpoint
      if (!listing || typeof access === 'string' || !grant('super_admin', access)) continue
      const fields = listing.filter.filter(
        field =>
          texts(listing.schema.shape[field]) && endpoint.query.safeParse({ [`${field}_like`]: 'a' }).success,
      )
      const asked = [...fields, ...fields.map(field => `${field}_like`), 'q']
      for (const [index, parameter] of asked.entries()) {
        const query = { [parameter]: payloads[index % 6] }
        const { status, json } = await fuzz.send(endpoint, { params: {}, query, body: undefined }, token)
        expect.soft(status, `${name} ${parameter}`).toBe(200)
        const searches = parameter !== 'q' || listing.search.length > 0
        if (searches && Array.isArray(json)) expect.soft(json, `${name} ${parameter}`).toEqual([])
        else if (searches) expect.soft(json, `${name} ${parameter}`).toMatchObject({ total: 0 })
      }
    }
  })

  test('in any text of any body or query is treated as text', {
    tags: ['thorough'],
    timeout: 600_000,
  }, async ({ fuzz, api }) => {
    const people = await api.db.selectFrom('people').select('id').execute()
    for (const [at, [name, endpoint]] of endpoints.entries()) {
      const { access } = endpoint
      const role: Role =
        typeof access === 'string'
          ? 'super_admin'
          : (roles.find(role => grant(role, access)) ?? 'super_admin')
      const token = access === 'public' ? null : await fuzz.tokenOf(role)
      const calls = fuzz.right(endpoint, fc.constantFrom(...payloads))
      for (const request of fc.sample(calls, { numRuns: rounds, seed: at })) {
        const began = performance.now()
        const { status, type, headers } = await fuzz.send(endpoint, request, token)
        const what = `${name} ${told(request)}`
        expect.soft(status, what).toBeLessThan(500)
        expect.soft(performance.now() - began, what).toBeLessThan(4_500)
        expect.soft(headers, what).not.toHaveProperty('set-cookie')
        if (status >= 400) expect.soft(type, what).toContain('application/problem+json')
      }
    }
    const left = await api.db.selectFrom('people').select('id').execute()
    expect(left.length).toBeGreaterThanOrEqual(people.length)
  })
})

const fieldsOf = (schema: z.ZodType): string[] => {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(option => fieldsOf(option as z.ZodType))
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

describe('an unknown field', () => {
  const more = {
    id: '0198ffff-ffff-7fff-8fff-ffffffffffff',
    user_id: 1,
    is_admin: true,
    permissions: ['*'],
    password_hash: 'x',
    created_at: '2020-01-01T00:00:00.000Z',
    removed_at: null,
    actor: { role: 'super_admin' },
  }

  test('is refused or dropped by every body', ({ fuzz }) => {
    const bodies = endpoints.filter(([, { body }]) => !(body instanceof z.ZodUndefined))
    expect(bodies.length).toBeGreaterThan(60)
    for (const [at, [name, endpoint]] of bodies.entries()) {
      for (const { body } of fc.sample(fuzz.right(endpoint), { numRuns: 5, seed: at })) {
        if (typeof body !== 'object' || body === null || Array.isArray(body)) continue
        const strange = Object.entries(more).filter(([field]) => !fieldsOf(endpoint.body).includes(field))
        const given = { ...body, ...Object.fromEntries(strange) }
        const parsed = endpoint.body.safeParse(given)
        for (const [field] of strange)
          expect.soft(parsed.data ?? {}, `${name} takes ${field}`).not.toHaveProperty([field])
      }
    }
  })
})
