import { describe, expect } from 'vitest'
import { createApp } from '#server/app.ts'
import { openTokens } from '#server/plugins/session.ts'
import { test } from '#tests/fixtures/api.ts'

const directives = (policy: unknown) =>
  new Map(
    String(policy)
      .split(';')
      .map(part => {
        const [name = '', ...sources] = part.trim().split(' ')
        return [name, sources.join(' ')] as const
      }),
  )

describe('every response', () => {
  test('carries headers that restrict what browsers may do', async ({ api }) => {
    for (const url of ['/api/health', '/api/nowhere', '/api/auth/me', '/metrics']) {
      const { headers } = await api.app.inject({ url })
      const policy = directives(headers['content-security-policy'])
      expect.soft(policy.get('script-src'), url).toBe("'self'")
      expect.soft(policy.get('script-src-attr'), url).toBe("'none'")
      expect.soft(policy.get('default-src'), url).toBe("'self'")
      expect.soft(policy.get('object-src'), url).toBe("'none'")
      expect.soft(policy.get('base-uri'), url).toBe("'none'")
      expect.soft(policy.get('frame-ancestors'), url).toBe("'none'")
      expect.soft(headers, url).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'cross-origin-opener-policy': 'same-origin',
      })
      expect.soft(headers['strict-transport-security'], url).toBe(undefined)
      expect.soft(headers['x-powered-by'], url).toBe(undefined)
    }
  })

  test('may be framed by the console itself only if it is a preview', async ({ api }) => {
    for (const [url, ancestors, option] of [
      ['/preview/devices', "'self'", 'SAMEORIGIN'],
      ['/devices', "'none'", 'DENY'],
      ['/previews', "'none'", 'DENY'],
      ['/', "'none'", 'DENY'],
      ['/translations?x=/preview/', "'none'", 'DENY'],
    ] as const) {
      const { headers } = await api.app.inject({ url })
      const policy = directives(headers['content-security-policy'])
      expect
        .soft([policy.get('frame-ancestors'), headers['x-frame-options']], url)
        .toEqual([ancestors, option])
    }
  })

  test('requires TLS where the public URL uses it', async ({ api }) => {
    const config = { ...api.services.config, PUBLIC_URL: 'https://voicedeck.example' }
    const app = await createApp({ ...api.services, config }, await openTokens(api.db))
    const { headers } = await app.inject({ url: '/api/health' })
    expect(headers['strict-transport-security']).toMatch(/max-age=\d{8}/)
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests')
    await app.close()
  })
})
