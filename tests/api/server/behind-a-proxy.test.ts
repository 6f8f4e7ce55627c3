// @module-tag thorough

import type { AddressInfo } from 'node:net'
import { describe, expect, vi } from 'vitest'
import { liveMetricsPath } from '#contract/analytics/live-metrics.ts'
import { auth } from '#contract/identity/auth.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { system } from '#contract/platform/system.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openTokens } from '#server/plugins/session.ts'
import { password, registered } from '#tests/fixtures/accounts.ts'
import { type Api, bearer, test } from '#tests/fixtures/api.ts'
import { callByHttp2, callFrom, isInstalled, openSocket, startProxy } from '#tests/fixtures/reverse-proxy.ts'

vi.setConfig({ testTimeout: 60_000 })

const forged = {
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-host': 'evil.example',
  forwarded: 'for=203.0.113.9;host=evil.example',
  'x-real-ip': '203.0.113.9',
}

/** The same installation with other settings, listening on a port. */
async function listening({ services, db }: Api, settings: Record<string, string>) {
  const { DATA_DIR } = services.config
  const config = readConfig({
    DATA_DIR,
    DEMO: '0',
    RATE_LIMIT_FACTOR: '0',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'https://console.example',
    ...settings,
  })
  const app = await createApp({ ...services, config }, await openTokens(db))
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, port: (app.server.address() as AddressInfo).port, close: () => app.close() }
}

const signIn = (email: string, given: string, headers = {}) => ({
  method: auth.login.method,
  path: auth.login.path,
  headers,
  body: { email, password: given },
})

for (const name of ['nginx', 'haproxy'] as const) {
  describe.skipIf(!isInstalled(name))(`behind ${name} as documented`, () => {
    test('every layer sees the client’s address, and forged headers change nothing', async ({ api }) => {
      const server = await listening(api, { TRUST_PROXY: '127.0.0.1' })
      const proxy = await startProxy(name, server.port)
      try {
        const anna = await registered(api)
        const { status, reply } = await callFrom(
          '127.0.0.2',
          proxy.port,
          signIn(anna.email, password, forged),
        )
        expect(status).toBe(200)
        const me = bearer(api.app, (reply as { access_token: string }).access_token)
        const { sessions } = (await me.call(auth.sessions)).reply
        expect(sessions.find(({ current }) => current)?.ip).toBe('127.0.0.2')

        const statuses: number[] = []
        for (let guess = 0; guess < 6; guess += 1) {
          const headers = { ...forged, 'x-forwarded-for': `203.0.113.${guess}` }
          statuses.push(
            (await callFrom('127.0.0.3', proxy.port, signIn(anna.email, 'not it', headers))).status,
          )
        }
        expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
        expect((await callFrom('127.0.0.4', proxy.port, signIn(anna.email, 'not it'))).status).toBe(401)

        const staff = await api.signedIn('super_admin')
        const { logs } = (await staff.call(activityLogs.list, { query: { resource_id: anna.id } })).reply
        const addresses = (action: string) =>
          logs.filter(log => log.action === action && log.ip !== '127.0.0.1').map(({ ip }) => ip)
        expect(addresses('login')).toEqual(['127.0.0.2'])
        expect([...new Set(addresses('login_failed'))].sort()).toEqual(['127.0.0.3', '127.0.0.4'])

        const metrics = await callFrom('127.0.0.2', proxy.port, { path: '/metrics' })
        expect(metrics.status).toBe(200)
        const { parts } = (await bearer(server.app, staff.token).call(system.status)).reply
        expect(parts.find(({ part }) => part === 'proxy')).toMatchObject({ state: 'ok' })
      } finally {
        await proxy.close()
        await server.close()
      }
    })

    test('browsers get HTTP/2, and WebSockets still open', async ({ api }) => {
      const server = await listening(api, { TRUST_PROXY: '127.0.0.1' })
      const proxy = await startProxy(name, server.port)
      try {
        const paths = ['/api/health', '/login', '/api/health/ready', '/api/auth/me']
        expect(await callByHttp2(proxy.port, paths)).toEqual([200, 200, 200, 401])
        await openSocket(proxy.port, `${liveMetricsPath}?client_id=test`)
      } finally {
        await proxy.close()
        await server.close()
      }
    })

    test('an untrusted proxy is reported', async ({ api }) => {
      const server = await listening(api, { TRUST_PROXY: '10.0.0.0/8' })
      const proxy = await startProxy(name, server.port)
      try {
        expect((await callFrom('127.0.0.2', proxy.port, { path: '/api/health' })).status).toBe(200)
        const staff = await api.signedIn('super_admin')
        const { parts } = (await bearer(server.app, staff.token).call(system.status)).reply
        expect(parts.find(({ part }) => part === 'proxy')).toMatchObject({
          adapter: '10.0.0.0/8',
          state: 'not_configured',
        })
        expect((await callFrom('127.0.0.2', proxy.port, { path: '/metrics' })).status).toBe(403)
      } finally {
        await proxy.close()
        await server.close()
      }
    })
  })
}

describe('without a proxy', () => {
  const ask = async (
    api: Api,
    settings: Record<string, string>,
    remoteAddress: string,
    headers: Record<string, string> = {},
    url = '/api/health',
  ) => {
    const server = await listening(api, settings)
    const { statusCode } = await server.app.inject({ url, remoteAddress, headers })
    await server.close()
    return statusCode
  }

  test('a client that sends forwarding headers itself keeps its own address', async ({ api }) => {
    const server = await listening(api, { TRUST_PROXY: 'loopback' })
    const anna = await registered(api)
    const { method, path: url } = auth.login
    const payload = { email: anna.email, password }
    const { json } = await server.app.inject({
      method,
      url,
      payload,
      headers: forged,
      remoteAddress: '192.0.2.7',
    })
    const { sessions } = (await bearer(api.app, json().access_token).call(auth.sessions)).reply
    await server.close()
    expect(sessions.find(({ current }) => current)?.ip).toBe('192.0.2.7')
  })

  test('more hops than there are proxies are refused, and no forged address is used', async ({ api }) => {
    const headers = { 'x-forwarded-for': 'not an address' }
    expect(await ask(api, { TRUST_PROXY: '2' }, '127.0.0.1', headers)).toBe(400)
  })

  test('metrics are for this machine, for anyone with the token, or for no one', async ({ api }) => {
    const token = 'a-token-of-some-length'
    const metrics = (settings: Record<string, string>, address: string, headers = {}) =>
      ask(api, settings, address, headers, '/metrics')
    expect(await metrics({}, '127.0.0.1')).toBe(200)
    expect(await metrics({}, '::1')).toBe(200)
    expect(await metrics({}, '192.0.2.7')).toBe(403)
    expect(await metrics({}, '127.0.0.1', { 'x-forwarded-for': '192.0.2.7' })).toBe(403)
    expect(await metrics({ TRUST_PROXY: 'loopback' }, '192.0.2.7', forged)).toBe(403)
    expect(await metrics({ METRICS_TOKEN: token }, '127.0.0.1')).toBe(401)
    expect(await metrics({ METRICS_TOKEN: token }, '192.0.2.7', { authorization: `Bearer ${token}` })).toBe(
      200,
    )
    expect(await metrics({ METRICS: 'off' }, '127.0.0.1')).not.toBe(200)
  })
})
