import { afterEach, expect, test, vi } from 'vitest'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { ApiError, onRequest, request } from '#kit/call.ts'
import { answerInPreview, isReal } from '#kit/preview/answer.ts'
import { exampleReply } from '#kit/preview/examples.ts'
import { isPreviewPath } from '#kit/preview/preview.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'reply' in value && 'access' in value

/** Every endpoint of the contract, by method and path. */
const endpoints = new Map(
  Object.values(import.meta.glob<Record<string, unknown>>('../../../../contract/*/*.ts', { eager: true }))
    .flatMap(file => Object.values(file))
    .flatMap(value => [value, ...Object.values(value ?? {})])
    .filter(isEndpoint)
    .map(endpoint => [`${endpoint.method} ${endpoint.path}`, endpoint]),
)
const paramsOf = ({ path }: Endpoint) =>
  Object.fromEntries([...path.matchAll(/{(\w+)}/g)].map(([, name]) => [name, '1']))

afterEach(() => {
  vi.unstubAllGlobals()
  onRequest(undefined)
})

test('an example fits the schema of every reply', () => {
  expect(endpoints.size).toBeGreaterThan(250)
  const wrong = [...endpoints].flatMap(([name, endpoint]) => {
    const { error } = endpoint.reply.safeParse(exampleReply(endpoint))
    return error
      ? [`${name}: ${error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)}`]
      : []
  })
  expect(wrong).toEqual([])
})

test('examples are the same at the same time, whoever looks', () => {
  for (const endpoint of endpoints.values())
    expect(exampleReply(endpoint, {}, 1_800_000_000_000)).toEqual(
      exampleReply(endpoint, {}, 1_800_000_000_000),
    )
})

test('a preview reaches the server for its session and the texts alone', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    sent.push(`${method} ${url.split('?')[0]}`)
    return Response.json({})
  })
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  onRequest(async (endpoint, options) => answerInPreview(endpoint, options))
  let refused = 0
  for (const endpoint of endpoints.values())
    await request(endpoint, { params: paramsOf(endpoint), body: {} as never } as never).catch(error => {
      expect(error).toBeInstanceOf(ApiError)
      expect(error.problem).toMatchObject({ type: '/problems/preview', status: 409 })
      refused += 1
    })
  expect(refused).toBeGreaterThan(100)
  const others = sent.filter(call => !/ \/api\/translations(\/|$)/.test(call)).sort()
  expect(others).toEqual(['GET /api/auth/me', 'POST /api/auth/logout'])
})

test('of the account, only the language can be changed', () => {
  const updateMe = [...endpoints.values()].find(
    ({ path, method }) => path === '/api/auth/me' && method !== 'GET',
  ) as Endpoint
  expect(isReal(updateMe, { locale: 'es' })).toBe(true)
  expect(isReal(updateMe, { locale: 'es', name: 'Another' })).toBe(false)
  expect(isReal(updateMe, { name: 'Another' })).toBe(false)
})

test('a path is of the preview as a whole segment', () => {
  expect(['/preview', '/preview/', '/preview/users/admins'].every(isPreviewPath)).toBe(true)
  expect(['/', '/previews', '/users/preview', '/translations'].some(isPreviewPath)).toBe(false)
})
