import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { liveMetricsPath } from '#contract/analytics/live-metrics.ts'
import { test } from '#tests/fixtures/api.ts'
import { type Listening, listening } from '#tests/fixtures/listening.ts'

/** Speaks to a port as it likes, and hears the whole answer. */
function raw(port: number) {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.setEncoding('utf8').on('data', text => (heard += text))
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  const closed = once(socket, 'close')
  return {
    say: (text: string) => socket.writable && socket.write(text),
    async answer() {
      await closed
      const [start = '', body = ''] = heard.split('\r\n\r\n')
      const head = start.toLowerCase()
      const isJson = /content-type: \S*json/.test(head)
      return { status: Number(head.split(' ')[1]), head, body: isJson ? JSON.parse(body) : body }
    },
  }
}

/** An instance that is as impatient as a test must be. */
async function impatient(of: Listening) {
  of.app.server.headersTimeout = 500
  of.app.server.requestTimeout = 1_000
  return of
}

describe('a connection', () => {
  test('has ten seconds for its headers, and thirty for the request', async ({ api }) => {
    const { headersTimeout, requestTimeout } = api.app.server
    expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 10_000, requestTimeout: 30_000 })
  })

  test('that sends its headers or body too slowly is closed with a problem', async ({ api }) => {
    const { port } = await impatient(await listening(api))
    const slow = {
      header: 'GET /api/health HTTP/1.1\r\nhost: localhost\r\n',
      body: 'POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n{"email"',
    }
    const ended = Object.entries(slow).map(async ([name, begin]) => {
      const spoken = raw(port)
      spoken.say(begin)
      const drip = setInterval(() => spoken.say(name === 'header' ? 'x' : ' '), 100)
      const { status, head, body } = await spoken.answer()
      clearInterval(drip)
      expect(status, name).toBe(408)
      expect(head, name).toContain('application/problem+json')
      expect(body, name).toMatchObject({ status: 408, detail: 'The request took too long to arrive' })
    })
    // Meanwhile everybody else is served.
    await setTimeout(200)
    expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200)
    await Promise.all(ended)
  })

  test('that is not HTTP, or attempts request smuggling, is refused with a problem', async ({ api }) => {
    const { port } = await listening(api)
    const host = 'host: localhost\r\n'
    const said: Record<string, [text: string, status: number]> = {
      'no HTTP': ['hello\r\n\r\n', 400],
      'two lengths': [
        `POST /api/auth/login HTTP/1.1\r\n${host}content-length: 4\r\ncontent-length: 5\r\n\r\n{}{}`,
        400,
      ],
      'a length and chunks': [
        `POST /api/auth/login HTTP/1.1\r\n${host}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n`,
        400,
      ],
      'a bare line feed in a header': [`GET /api/health HTTP/1.1\r\n${host}x: a\nb: c\r\n\r\n`, 400],
      'a header too large': [`GET /api/health HTTP/1.1\r\n${host}x: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    }
    for (const [name, [text, right]] of Object.entries(said)) {
      const spoken = raw(port)
      spoken.say(text)
      const { status, head, body } = await spoken.answer()
      expect.soft(status, name).toBe(right)
      expect.soft(head, name).toContain('application/problem+json')
      expect.soft(body, name).toMatchObject({ status: right })
    }
  })
})

describe('a path', () => {
  test('that is absurd is not found, and exposes no file', async ({ api }) => {
    const { port } = await listening(api)
    const paths = [
      '/api/devices/%zz',
      '/api/devices/%c0%ae%c0%ae%2f',
      `/api/devices/${'x'.repeat(5_000)}`,
      '/../../../../etc/passwd',
      '/..%2f..%2f..%2fetc%2fpasswd',
      '/%2e%2e/%2e%2e/package.json',
      '/assets/..%2f..%2f..%2fpackage.json',
      '/assets/..\\..\\..\\package.json',
      '/api//devices/../../../package.json',
      '/device-feed.js%00.html',
      '/api/users/admins/..%2f..%2f..%2fhealth',
      '/.env',
      '/.git/config',
      '/server/main.ts',
      '/package.json',
    ]
    for (const path of paths) {
      const spoken = raw(port)
      spoken.say(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
      const { status, head, body } = await spoken.answer()
      // Where the console is built, an address that is no call shows its page, which says that nothing is there.
      if (status === 200) {
        expect.soft(path, path).not.toMatch(/^\/(api|assets)\//)
        expect.soft(body, path).toMatch(/^<!doctype html>.*<div id="root">/is)
        continue
      }
      expect.soft([400, 401, 403, 404], path).toContain(status)
      expect.soft(head, path).toContain('application/problem+json')
      expect.soft(body, path).toMatchObject({ status })
    }
  })
})

describe('another site', () => {
  const open = async (port: number, origin?: string) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${liveMetricsPath}`, { ...(origin && { origin }) })
    onTestFinished(() => socket.terminate())
    return new Promise<number>(resolve => {
      socket.once('open', () => resolve(101))
      socket.once('unexpected-response', (_, { statusCode }) => resolve(statusCode ?? 0))
      socket.once('error', () => {})
    })
  }

  test('opens no socket on behalf of its visitor; a program without an origin does', async ({ api }) => {
    const { port } = await listening(api)
    expect(await open(port)).toBe(101)
    expect(await open(port, `http://127.0.0.1:${port}`)).toBe(101)
    for (const origin of [
      'https://evil.example',
      'null',
      `http://127.0.0.1:${port}.evil.example`,
      `http://127.0.0.1:${port + 1}`,
      'file://',
      'x',
    ])
      expect.soft(await open(port, origin), origin).toBe(403)
  })

  test('may open one if it is at PUBLIC_URL', async ({ api }) => {
    const config = { ...api.services.config, PUBLIC_URL: 'https://console.example.org' }
    const { port } = await listening(api, { config })
    expect(await open(port, 'https://console.example.org')).toBe(101)
    expect(await open(port, 'https://console.example.org.evil.example')).toBe(403)
  })

  test('posts no form: media types without preflight are refused, and no cookie is read', async ({ api }) => {
    const anna = await api.signedIn('organization_admin')
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
    ]) {
      const { statusCode } = await api.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        headers: { 'content-type': type, origin: 'https://evil.example' },
        payload: '{"email": "a", "password": "b"}',
      })
      expect.soft([415, 422], type).toContain(statusCode)
    }
    const { statusCode } = await api.app.inject({
      method: 'DELETE',
      url: '/api/auth/sessions',
      headers: { cookie: `token=${anna.token}; access_token=${anna.token}`, origin: 'https://evil.example' },
    })
    expect(statusCode).toBe(401)
  })
})
