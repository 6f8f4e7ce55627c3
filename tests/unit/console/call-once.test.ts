import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { alerts } from '#contract/alerts/alerts.ts'
import { ApiError, callIdempotently, NetworkError } from '#kit/call.ts'

const sent = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const keys = () => sent.mock.calls.map(([, { headers }]) => new Headers(headers).get('idempotency-key'))
const note = () => callIdempotently(alerts.note, { params: { id: 'a' }, body: { text: 'ok' } })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', sent)
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  sent.mockReset()
})

describe('an idempotent call', () => {
  it('is retried under the same key after a network error', async () => {
    sent.mockRejectedValueOnce(new TypeError('lost')).mockResolvedValueOnce(Response.json({ id: 'a' }))
    const noted = note()
    await vi.runAllTimersAsync()
    expect(await noted).toEqual({ id: 'a' })
    expect(keys()).toHaveLength(2)
    expect(new Set(keys()).size).toBe(1)
  })

  it('has a key of its own for each call', async () => {
    sent.mockImplementation(async () => Response.json({ id: 'a' }))
    await note()
    await note()
    expect(new Set(keys()).size).toBe(2)
  })

  it('is not retried after a refusal', async () => {
    sent.mockResolvedValueOnce(Response.json({ detail: 'Kim already owns this alert' }, { status: 409 }))
    await expect(note()).rejects.toBeInstanceOf(ApiError)
    expect(sent).toHaveBeenCalledOnce()
  })

  it('gives up after three attempts', async () => {
    sent.mockRejectedValue(new TypeError('lost'))
    const noted = expect(note()).rejects.toBeInstanceOf(NetworkError)
    await vi.runAllTimersAsync()
    await noted
    expect(sent).toHaveBeenCalledTimes(3)
  })
})
