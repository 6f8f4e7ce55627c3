import { describe, expect, test } from 'vitest'
import { isOwnUrl, readConfig } from '#server/config.ts'
import { parseTrustProxy } from '#server/trust-proxy.ts'

describe('TRUST_PROXY', () => {
  test.for([
    ['10.0.0.0/8', '10.1.2.3', true],
    ['10.0.0.0/8', '11.1.2.3', false],
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['loopback', '127.0.0.1', true],
    ['loopback', '::1', true],
    ['192.0.2.1, 2001:db8::/32', '192.0.2.1', true],
    ['192.0.2.1, 2001:db8::/32', '2001:db8::7', true],
    ['192.0.2.1, 2001:db8::/32', '192.0.2.2', false],
    ['uniquelocal', 'not an address', false],
  ] as const)('%s: %s is trusted: %s', ([setting, address, trusted]) => {
    expect(parseTrustProxy(setting)(address, 0)).toBe(trusted)
  })

  test('a number is the count of trusted hops', () => {
    const trust = parseTrustProxy('2')
    expect([0, 1, 2].map(hop => trust('192.0.2.1', hop))).toEqual([true, true, false])
  })

  test.for(['true', '*', '0', '11', '10.0.0.0/40', '0.0.0.0/0', 'proxy.example', '1.2.3'])(
    '%s prevents the start',
    value => {
      const environment = { TRUST_PROXY: value, PUBLIC_URL: 'https://console.example' }
      expect(() => readConfig(environment)).toThrow('TRUST_PROXY')
    },
  )

  test('needs PUBLIC_URL', () => {
    expect(() => readConfig({ TRUST_PROXY: 'loopback' })).toThrow('PUBLIC_URL')
  })
})

describe('an address of this installation', () => {
  test.for([
    ['https://console.example/subscription', true],
    ['http://console.example/subscription', false],
    ['https://console.example:8443/subscription', false],
    ['https://evil.example/subscription', false],
    ['http://localhost:4000/subscription', false],
    ['javascript:alert(1)', false],
  ] as const)('with PUBLIC_URL: %s: %s', ([url, isOwn]) => {
    expect(isOwnUrl(readConfig({ PUBLIC_URL: 'https://console.example' }), url)).toBe(isOwn)
  })

  test.for([
    ['http://localhost:4000/subscription', true],
    ['http://127.0.0.1:8080/subscription', true],
    ['http://192.168.1.5:4000/subscription', false],
    ['https://evil.example/subscription', false],
    ['javascript:alert(1)', false],
  ] as const)('without PUBLIC_URL: %s: %s', ([url, isOwn]) => {
    expect(isOwnUrl(readConfig({}), url)).toBe(isOwn)
  })
})
