import { describe, expect } from 'vitest'
import { deviceEvents } from '#contract/devices/device-events.ts'
import { apiKeys } from '#contract/identity/api-keys.ts'
import { test } from '#tests/fixtures/api.ts'
import { program, registered, report } from '#tests/fixtures/device-events.ts'
import { readEvents } from '#tests/fixtures/event-stream.ts'
import { listening } from '#tests/fixtures/listening.ts'

const origin = 'https://elsewhere.example'

describe('a page of another origin', () => {
  test('from an allowed origin may make the calls of programs, and no others', async ({ api }) => {
    const preflight = (url: string, from = origin) =>
      api.app.inject({
        method: 'OPTIONS',
        url,
        headers: { origin: from, 'access-control-request-method': 'POST' },
      })
    const open = await preflight('/api/device/event')
    expect(open.statusCode).toBe(204)
    expect(open.headers['access-control-allow-origin']).toBe(origin)
    expect(open.headers['access-control-allow-headers']).toContain('x-api-key')
    expect(open.headers.vary).toContain('origin')
    expect((await preflight('/api/users/admins')).statusCode).toBe(404)

    const refused = await api.app.inject({ url: '/api/device/events', headers: { origin } })
    expect(refused.statusCode).toBe(401)
    expect(refused.headers['access-control-allow-origin']).toBe(origin)
    const shut = await api.app.inject({ url: '/api/users/admins', headers: { origin } })
    expect(shut.headers['access-control-allow-origin']).toBe(undefined)

    for (const from of ['https://evil.example', 'null', 'https://elsewhere.example.evil.example']) {
      expect((await preflight('/api/device/event', from)).headers['access-control-allow-origin']).toBe(
        undefined,
      )
      const answer = await api.app.inject({ url: '/api/device/events', headers: { origin: from } })
      expect(answer.headers['access-control-allow-origin']).toBe(undefined)
    }
  })

  test('follows the stream with an API key with the scope, within its organization', async ({ api }) => {
    const { url } = await listening(api)
    const [admin, stranger] = [
      await api.signedIn('organization_admin'),
      await api.signedIn('organization_admin'),
    ]
    const { key } = await program(api, admin, ['devices:read'])
    const { key: narrow } = await program(api, admin, ['device-events:write'])
    const follow = (token: string) =>
      readEvents(`${url}${deviceEvents.stream.path}?token=${token}`, { origin })
    expect((await follow(narrow)).status).toBe(403)
    const reader = await follow(key)
    expect(reader.headers.get('access-control-allow-origin')).toBe(origin)
    await reader.next('ready')
    await report(stranger, { device_id: (await registered(stranger)).id, type: 'test' })
    const mine = await registered(admin)
    await report(admin, { device_id: mine.id, type: 'test' })
    expect((await reader.next('message')).data).toMatchObject({ device_id: mine.id })

    const { api_keys } = (await admin.call(apiKeys.list)).reply
    for (const { id } of api_keys) await admin.call(apiKeys.remove, { params: { id } })
    expect((await follow(key)).status).toBe(401)
  })
})
