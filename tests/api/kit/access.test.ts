import { describe, expect, vi } from 'vitest'
import { z } from 'zod'
import { emergencyServices } from '#contract/alerts/emergency-services.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { grant, roles } from '#contract/kit/permissions.ts'
import { paramNames } from '#contract/kit/urls.ts'
import { type Caller, test } from '#tests/fixtures/api.ts'
import { everyEndpoint } from '#tests/fixtures/endpoints.ts'

// Every endpoint, as every role.
vi.setConfig({ testTimeout: 180_000 })

const unknown = '0198ffff-ffff-7fff-8fff-ffffffffffff'
const endpoints = await everyEndpoint()
/** Ends the session that calls it, so it is tested where sign-in is. */
const endsSession = new Set(['POST /api/auth/logout'])

const paramsOf = (endpoint: Endpoint) =>
  Object.fromEntries(paramNames(endpoint.path).map(name => [name, unknown]))
const takesNothing = (body: z.ZodType) => body instanceof z.ZodUndefined
/** An open stream would never end: one with an unknown parameter is refused once the caller is authorized. */
const queryOf = ({ kind }: Endpoint) => (kind === 'stream' ? { unknown } : {})
const ask = (caller: Pick<Caller, 'call'>, endpoint: Endpoint) =>
  caller.call(endpoint, { params: paramsOf(endpoint) as never, query: queryOf(endpoint) as never })

describe('the permission table', () => {
  for (const role of roles) {
    test(`is enforced by every endpoint for a ${role}`, async ({ api }) => {
      const caller = await api.signedIn(role)
      for (const [name, endpoint] of endpoints) {
        if (endsSession.has(name)) continue
        const { access } = endpoint
        const allowed = typeof access === 'string' || grant(role, access) !== null
        const { status } = await ask(caller, endpoint)
        expect.soft(status === 403, `${name} as ${role} answered ${status}`).toBe(!allowed)
        expect.soft(status, `${name} as ${role}`).toBeLessThan(500)
      }
    })
  }

  test('requires everyone to sign in unless a call is public', async ({ api }) => {
    for (const [name, endpoint] of endpoints) {
      const { status, problem } = await ask(api.nobody, endpoint)
      if (endpoint.access === 'public')
        expect.soft([401, 403], name).not.toContain(problem?.detail === 'Please sign in' ? status : 0)
      else expect.soft(status, name).toBe(401)
    }
  })

  test('returns 404 for an unknown id, never 403 or a 5xx', async ({ api }) => {
    const [admin, owner] = [await api.signedIn('super_admin'), await api.signedIn('organization_admin')]
    const named = endpoints.filter(
      ([, { path, method, body }]) =>
        path.includes('{id}') && method !== 'POST' && (takesNothing(body) || body.safeParse({}).success),
    )
    expect(named.length).toBeGreaterThan(5)
    for (const [name, endpoint] of named) {
      const { access } = endpoint
      const caller = typeof access === 'string' || grant('super_admin', access) ? admin : owner
      const { status } = await caller.call(endpoint, { params: paramsOf(endpoint) as never, body: {} })
      expect.soft(status, name).toBe(404)
    }
  })

  test('hides other organizations', async ({ api }) => {
    const victim = await api.signedIn('organization_admin', { name: 'Victoria Verborgen' })
    const stranger = await api.signedIn('organization_admin')
    for (const [name, endpoint] of endpoints.filter(([, { listing }]) => listing)) {
      const answer = await stranger.call(endpoint, {})
      if (answer.status === 403) continue
      expect.soft(answer.status, name).toBe(200)
      expect.soft(answer.text, name).not.toContain(victim.organizationId)
      expect.soft(answer.text, name).not.toContain('Verborgen')
    }
  })

  test('hides personal fields from an analyst, and filters that would reveal them', async ({ api }) => {
    const analyst = await api.signedIn('analyst')
    const admins = endpoints.find(([name]) => name === 'GET /api/users/admins')?.[1] as Endpoint
    const { reply, text } = await analyst.call(admins, {})
    expect((reply as { admins: { email: unknown }[] }).admins.length).toBeGreaterThan(0)
    expect(text).not.toContain('@example.org')
    expect((await analyst.call(admins, { query: { email_like: 'a' } as never })).status).toBe(422)
    expect((await analyst.call(admins, { query: { _sort: 'email' } as never })).status).toBe(422)
    const csv = await analyst.call(admins, { query: { _format: 'csv' } as never })
    expect(csv.text).not.toContain('@example.org')
  })

  test('hides phone and address of emergency services from an analyst, but not from anyone who calls them', async ({
    api,
  }) => {
    const [operator, analyst] = [await api.signedIn('operator'), await api.signedIn('analyst')]
    const body = { name: 'Leitstelle', phone: '+49 30 901820', address: 'Turmstraße 21' }
    expect((await operator.call(emergencyServices.create, { body })).status).toBe(201)
    for (const query of [{}, { _format: 'csv' }, { _format: 'json' }]) {
      const calling = await operator.call(emergencyServices.list, { query: query as never })
      const counting = await analyst.call(emergencyServices.list, { query: query as never })
      expect(calling.text).toContain(body.phone)
      expect(counting.status).toBe(200)
      expect(counting.text).not.toContain(body.phone)
      expect(counting.text).not.toContain(body.address)
    }
    const found = await analyst.call(emergencyServices.list, { query: { q: '901820' } as never })
    expect(found.text).not.toContain('Leitstelle')
  })
})
