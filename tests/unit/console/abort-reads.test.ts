import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { auth } from '#contract/identity/auth.ts'
import { abortReads, call } from '#kit/call.ts'

const sent = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()

/** Resolves only when aborted. */
const never = (_url: string, { signal }: RequestInit) =>
  new Promise<Response>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

beforeEach(() => {
  vi.stubGlobal('fetch', sent)
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  sent.mockReset()
})

test('the end of a session aborts pending reads, and no later ones', async () => {
  sent.mockImplementationOnce(never).mockResolvedValueOnce(Response.json({ sessions: [] }))
  const reading = call(auth.sessions)
  abortReads()
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
  expect(await call(auth.sessions)).toEqual({ sessions: [] })
})

test('a caller can abort a read as well', async () => {
  sent.mockImplementation(never)
  const caller = new AbortController()
  const readings = [
    call(auth.sessions, { signal: caller.signal }),
    call(auth.sessions, { signal: caller.signal }),
  ]
  caller.abort()
  for (const reading of readings) await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
})

test('writes continue, signing out included', async () => {
  let answer = (_: Response) => {}
  sent.mockReturnValueOnce(new Promise(resolve => (answer = resolve)))
  const leaving = call(auth.logout)
  abortReads()
  answer(new Response(null, { status: 204 }))
  await expect(leaving).resolves.toBeUndefined()
})

test('what requires a session is not requested without one', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  await expect(call(auth.sessions)).rejects.toMatchObject({ problem: { status: 401 } })
  expect(sent).not.toHaveBeenCalled()
})
