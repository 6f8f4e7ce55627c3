// @module-tag thorough

import { expect, onTestFinished, test, vi } from 'vitest'
import { auth } from '#contract/identity/auth.ts'
import { webhookEndpoints } from '#contract/platform/webhooks.ts'
import { newDatabase } from '#tests/fixtures/database.ts'
import { temporaryFolder } from '#tests/fixtures/embedded.ts'
import { callJson, tokenAt } from '#tests/fixtures/json-client.ts'
import { httpReceiver } from '#tests/fixtures/receivers.ts'
import { launchServer } from '#tests/fixtures/server-process.ts'

vi.setConfig({ testTimeout: 120_000 })

interface Attribute {
  key: string
  value: Record<string, unknown>
}
interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attribute[]
}

/** A collector that takes OTLP over HTTP as JSON. */
async function collector() {
  const { url, received } = await httpReceiver()
  const bodiesAt = (path: string) =>
    received.filter(request => request.path === path).map(({ body }) => JSON.parse(body.toString()))
  return {
    url,
    everything: () => received.map(({ body }) => body.toString()).join('\n'),
    spans: (): Span[] =>
      bodiesAt('/v1/traces').flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    metrics: (): string[] =>
      bodiesAt('/v1/metrics').flatMap(({ resourceMetrics }) =>
        resourceMetrics.flatMap(({ scopeMetrics }: { scopeMetrics: { metrics: { name: string }[] }[] }) =>
          scopeMetrics.flatMap(({ metrics }) => metrics.map(({ name }) => name)),
        ),
      ),
    paths: () => received.map(({ path }) => path),
  }
}

const admin = {
  username: 'telemetry-admin',
  email: 'traced.person@example.org',
  password: 'a long and secret phrase',
}

async function tracedServer(otel: NodeJS.ProcessEnv) {
  const { connectionString, drop } = await newDatabase()
  onTestFinished(drop)
  const server = launchServer(await temporaryFolder(), {
    DATABASE_URL: connectionString,
    LOG_LEVEL: 'error',
    ADMIN_USERNAME: admin.username,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ALLOW_PRIVATE_WEBHOOKS: '1',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_METRIC_EXPORT_INTERVAL: '300',
    OTEL_METRIC_EXPORT_TIMEOUT: '200',
    ...otel,
  })
  const { url } = await server.ready()
  return { ...server, url }
}

const attributeOf = (span: Span | undefined, key: string) =>
  Object.values(span?.attributes.find(attribute => attribute.key === key)?.value ?? {})[0]

test('calls, statements, jobs and deliveries are traced and measured, without personal data', async () => {
  const { url: endpoint, spans, metrics, everything, paths } = await collector()
  const hook = await httpReceiver()
  const { url, end } = await tracedServer({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
  const token = await tokenAt(url, admin.username, admin.password)
  const call = (path: string, method = 'GET', body?: object) =>
    callJson(`${url}${path}`, { method, token, ...(body && { body }) })
  expect((await call(`/api/users/admins?q=${encodeURIComponent(admin.email)}`)).status).toBe(200)
  expect((await call('/api/devices/0190a5a5-0000-7000-8000-00000000beef')).status).toBe(404)
  await call(auth.forgotPassword.path, 'POST', { email: admin.email })
  const made = await call(webhookEndpoints.create.path, 'POST', {
    url: `${hook.url}/private-hook`,
    event_types: ['device.updated'],
    description: 'Traced',
  })
  expect(made.status).toBe(201)
  const tried = await call(webhookEndpoints.test.path.replace('{id}', String(made.reply.id)), 'POST', {})
  expect(tried.status).toBeLessThan(300)

  const named = (name: string) => spans().find(span => span.name === name)
  await vi.waitFor(
    () => {
      for (const name of ['GET /api/users/admins', 'job mail', 'webhook delivery'])
        expect(named(name), name).toBeDefined()
      expect(metrics()).toEqual(
        expect.arrayContaining(['http.server.request.duration', 'db.client.operation.duration']),
      )
    },
    { timeout: 30_000, interval: 100 },
  )
  const list = named('GET /api/users/admins')
  expect(attributeOf(list, 'http.response.status_code')).toBe(200)
  expect(attributeOf(list, 'url.path')).toBe('/api/users/admins')
  const statements = spans().filter(({ traceId, name }) => traceId === list?.traceId && name === 'SELECT')
  expect(statements.map(one => attributeOf(one, 'db.query.text')).join()).toContain('from')
  expect(attributeOf(named('GET /api/devices/:id'), 'url.path')).toBe('/api/devices/:id')
  const ofJob = spans().filter(({ traceId }) => traceId === named('job mail')?.traceId)
  expect(ofJob.length).toBeGreaterThan(1)

  // What is buffered at the end is sent as well.
  expect(await end('SIGTERM')).toBe(0)
  expect(new Set(paths())).toEqual(new Set(['/v1/traces', '/v1/metrics']))
  for (const personal of [
    admin.email,
    encodeURIComponent(admin.email),
    admin.username,
    token,
    '0000beef',
    'private-hook',
  ])
    expect(everything(), personal).not.toContain(personal)
})

test('nothing is sent while OTEL_SDK_DISABLED is true', async () => {
  const { url: endpoint, paths } = await collector()
  const { url, end } = await tracedServer({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_SDK_DISABLED: 'true',
  })
  await tokenAt(url, admin.username, admin.password)
  expect(await end('SIGTERM')).toBe(0)
  expect(paths()).toEqual([])
})
