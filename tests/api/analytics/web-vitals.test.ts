import { describe, expect } from 'vitest'
import { webVitals } from '#contract/analytics/web-vitals.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openTokens } from '#server/plugins/session.ts'
import { type Api, test } from '#tests/fixtures/api.ts'

const browser = { 'user-agent': 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15' }

const report = (api: Api, body: object, headers: Record<string, string> = browser) =>
  api.nobody.call(webVitals.report, { body: body as never, headers })

const metricsOf = async (app: Api['app']) => (await app.inject('/metrics')).body

describe('a report of a screen’s speed', () => {
  test('is counted in seconds, by the pattern of the route', async ({ api }) => {
    const body = { route: '/devices/:id', lcp: 2_100, inp: 90, ttfb: 150, cls: 0.02 }
    expect((await report(api, body)).status).toBe(204)
    expect((await report(api, { route: '/devices/:id', lcp: 3_100 })).status).toBe(204)
    const metrics = await metricsOf(api.app)
    for (const line of [
      'voicedeck_web_largest_contentful_paint_seconds_bucket{le="2",route="/devices/:id"} 0',
      'voicedeck_web_largest_contentful_paint_seconds_bucket{le="2.5",route="/devices/:id"} 1',
      'voicedeck_web_largest_contentful_paint_seconds_count{route="/devices/:id"} 2',
      'voicedeck_web_interaction_to_next_paint_seconds_sum{route="/devices/:id"} 0.09',
      'voicedeck_web_time_to_first_byte_seconds_bucket{le="0.2",route="/devices/:id"} 1',
      'voicedeck_web_cumulative_layout_shift_bucket{le="0.05",route="/devices/:id"} 1',
    ])
      expect(metrics).toContain(line)
  })

  test('of anything but a screen and its speed is refused and not counted', async ({ api }) => {
    const route = '/settings'
    for (const body of [
      { lcp: 1 },
      { route: '/devices/0198c0de-0000-7000-8000-000000000000', lcp: 1 },
      { route: '/devices?name=Anna', lcp: 1 },
      { route: '/__proto__', lcp: 1 },
      { route, lcp: -1 },
      { route, lcp: 1e12 },
      { route, lcp: '1' },
      { route, cls: 101 },
      { route, user_id: 7 },
    ])
      expect((await report(api, body)).status).toBe(422)
    expect(await metricsOf(api.app)).not.toContain('route="/settings"')
  })

  test('by a self-declared bot does not count', async ({ api }) => {
    const agent = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }
    expect((await report(api, { route: '/login', lcp: 900 }, agent)).status).toBe(204)
    expect(await metricsOf(api.app)).not.toContain('route="/login"')
  })

  test('is accepted and dropped where metrics are switched off', async ({ api }) => {
    const { services, db } = api
    const { DATA_DIR } = services.config
    const config = readConfig({ DATA_DIR, DEMO: '0', LOG_LEVEL: 'silent', METRICS: 'off' })
    const app = await createApp({ ...services, config }, await openTokens(db))
    const { method, path: url } = webVitals.report
    const payload = { route: '/login', lcp: 900 }
    const { statusCode } = await app.inject({ method, url, payload, headers: browser })
    await app.close()
    expect(statusCode).toBe(204)
  })

  test('is limited in rate', async ({ api }) => {
    const { services, db } = api
    const { DATA_DIR } = services.config
    const config = readConfig({ DATA_DIR, DEMO: '0', LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '0.002' })
    const app = await createApp({ ...services, config }, await openTokens(db))
    const { method, path: url } = webVitals.report
    const send = () => app.inject({ method, url, payload: { route: '/login', lcp: 900 }, headers: browser })
    const statuses = (await Promise.all(Array.from({ length: 6 }, send))).map(({ statusCode }) => statusCode)
    await app.close()
    expect(statuses.filter(status => status === 204).length).toBeGreaterThan(0)
    expect(statuses).toContain(429)
  })
})
