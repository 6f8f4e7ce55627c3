import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { returnPath, signInPath } from '#kit/return-path.ts'

const origin = 'https://console.example'

describe('returnPath', () => {
  test.each(['/devices?status=online#row-3', '/', '/users/admins'])('keeps %s', to => {
    expect(returnPath(to, origin)).toBe(to)
  })

  test.each([
    null,
    '',
    'devices',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/..//evil.example',
    'javascript:alert(1)',
    '/login',
    '/login?to=/login',
  ])('refuses %j', to => {
    expect(returnPath(to, origin)).toBeNull()
  })

  test('never leaves the console', () => {
    const pieces = fc.array(
      fc.constantFrom('/', '\\', '.', '..', '\t', 'evil.example', '@', ':', '?', '#', ' '),
    )
    fc.assert(
      fc.property(pieces, parts => {
        const path = returnPath(parts.join(''), origin)
        if (path !== null) expect(new URL(path, origin).origin).toBe(origin)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('signInPath', () => {
  test('leads back to the previous page', () => {
    const path = signInPath({ pathname: '/devices', search: '?status=online&q=a b', hash: '' })
    expect(returnPath(new URL(path, origin).searchParams.get('to'), origin)).toBe(
      '/devices?status=online&q=a%20b',
    )
  })

  test('has no return path from the start page or after signing out', () => {
    expect(signInPath({ pathname: '/', search: '', hash: '' })).toBe('/login')
    expect(signInPath()).toBe('/login')
  })
})
