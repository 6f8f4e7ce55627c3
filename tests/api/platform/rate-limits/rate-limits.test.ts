import { describe, expect, vi } from 'vitest'
import { alerts } from '#contract/alerts/alerts.ts'
import { attention } from '#contract/alerts/attention.ts'
import { emergency } from '#contract/alerts/emergency.ts'
import { ladders } from '#contract/alerts/ladders.ts'
import { auth } from '#contract/identity/auth.ts'
import { rateLimitClasses } from '#contract/kit/endpoint.ts'
import { rateLimits } from '#contract/platform/rate-limits.ts'
import { createApp } from '#server/app.ts'
import { openTokens } from '#server/plugins/session.ts'
import { type Api, bearer, test } from '#tests/fixtures/api.ts'

/** The same server, held to a fiftieth of the usual limits: 120 reads, 24 writes, 3 tries of credentials, 1 mail. */
async function limited(api: Api) {
  const config = { ...api.services.config, RATE_LIMIT_FACTOR: 0.02 }
  const app = await createApp({ ...api.services, config }, await openTokens(api.db))
  const staff = await api.signedIn('operator')
  return { app, staff: { ...staff, ...bearer(app, staff.token) }, nobody: bearer(app) }
}

const tries = { body: { email: 'nobody', password: 'not it' } }

describe('rate limits', () => {
  test('refuse excessive calls, report what is left, and record refusals', async ({ api }) => {
    const { app, staff, nobody } = await limited(api)
    const answers = []
    for (let count = 0; count < 5; count++) answers.push(await nobody.call(auth.login, tries))
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429, 429])
    expect(answers[0]?.headers).toMatchObject({
      'ratelimit-policy': '"credentials";q=3;w=60',
      ratelimit: '"credentials";r=2;t=60',
    })
    const refused = answers[3]
    expect(refused?.problem).toMatchObject({ status: 429, type: '/problems/too-many-requests' })
    expect(refused?.headers.ratelimit).toMatch(/^"credentials";r=0;t=\d+$/)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(50)
    expect(Object.keys(refused?.headers ?? {}).filter(name => name.startsWith('x-ratelimit'))).toEqual([])

    const seen = await vi.waitFor(
      async () => {
        const { reply } = await staff.call(rateLimits.violations, { query: { limit: 50 } })
        expect(reply.violations).toHaveLength(2)
        return reply
      },
      { timeout: 5_000, interval: 200 },
    )
    expect(seen.last_day).toBe(2)
    expect(seen.violations[0]).toEqual({
      id: expect.any(String),
      timestamp: expect.any(String),
      endpoint: 'POST /api/auth/login',
      ip_address: '127.0.0.1',
      user_id: null,
      limit: 3,
    })
    const one = await staff.call(rateLimits.violations, { query: { limit: 1 } })
    expect(one.reply.violations).toHaveLength(1)
    await app.close()
  })

  test('never refuse signing out, acknowledging or raising an alarm', async ({ api }) => {
    const { app, staff } = await limited(api)
    const elsa = await api.signedIn('elderly_user')
    const person = bearer(app, elsa.token)
    const writes = async (caller: Pick<typeof staff, 'call'>) => {
      for (let count = 0; count < 60; count++) {
        const { status } = await caller.call(ladders.remove, { params: { id: elsa.id } })
        if (status === 429) return
      }
      throw new Error('The write limit was never reached')
    }
    await writes(person)
    await writes(staff)
    const raised = await person.call(emergency.trigger, { body: {} })
    expect(raised.status).toBe(201)
    const ingested = await staff.call(alerts.ingest, { body: { type: 'button', user_id: elsa.id } })
    expect(ingested.status).toBe(201)
    for (const { reply } of [raised, ingested])
      expect((await staff.call(alerts.acknowledge, { params: { id: reply.id } })).status).toBe(200)
    expect((await staff.call(auth.logout)).status).toBe(204)
    expect((await staff.call(auth.me)).status).toBe(401)
    await app.close()
  })

  test('show how close the busiest caller of each class is to the limit', async ({ api }) => {
    const { app, staff, nobody } = await limited(api)
    for (let count = 0; count < 3; count++) await nobody.call(auth.login, tries)
    for (let count = 0; count < 94; count++) await staff.call(attention.list)
    const other = await api.signedIn('admin')
    await bearer(app, other.token).call(attention.list)
    const { reply } = await staff.call(rateLimits.status)
    expect(reply.endpoints.map(({ endpoint }) => endpoint)).toEqual(rateLimitClasses)
    const [read, write, , credentials] = reply.endpoints
    expect(read).toMatchObject({
      limit: 120,
      current_requests: 95,
      remaining_requests: 25,
      callers: 2,
      status: 'warning',
      reset_time: expect.any(String),
    })
    expect(write).toMatchObject({ current_requests: 0, callers: 0, status: 'healthy', reset_time: null })
    expect(credentials).toMatchObject({ current_requests: 3, remaining_requests: 0, status: 'critical' })
    await app.close()
  })

  test('are shown as disabled where they are', async ({ api }) => {
    const staff = await api.signedIn('operator')
    expect((await staff.call(rateLimits.status)).reply).toEqual({ endpoints: [] })
  })
})
