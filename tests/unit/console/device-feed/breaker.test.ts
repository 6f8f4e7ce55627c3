import { describe, expect, test } from 'vitest'
import {
  type Breaker,
  breakerKey,
  closed,
  forToken,
  isStopped,
  readBreaker,
  recordFailure,
  saveBreaker,
} from '#kit/device-feed/breaker.ts'

const token = 'head.body.signature-of-kim'
const other = 'head.body.signature-of-bo'

const afterFailures = (count: number, status?: number) =>
  Array.from({ length: count }).reduce<Breaker>(breaker => recordFailure(breaker, token, status), closed)

function store() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

describe('the circuit breaker', () => {
  test('starts at 5 seconds and doubles with each failure, up to 60', () => {
    expect([0, 1, 2, 3, 4, 5].map(count => afterFailures(count).interval)).toEqual([
      5_000, 10_000, 20_000, 40_000, 60_000, 60_000,
    ])
  })

  test('stops at the fifth failure in a row', () => {
    expect([1, 2, 3, 4, 5].map(count => isStopped(afterFailures(count, 500), token))).toEqual([
      false,
      false,
      false,
      false,
      true,
    ])
  })

  test.for([401, 403])('stops immediately on a %i', status => {
    expect(isStopped(afterFailures(1, status), token)).toBe(true)
  })

  test('stays stopped for the same token and for none, and resets with a different one', () => {
    const stopped = afterFailures(1, 401)
    expect(forToken(stopped, token)).toBe(stopped)
    expect(forToken(stopped, null)).toBe(stopped)
    expect(forToken(stopped, other)).toEqual(closed)
    expect(isStopped(forToken(stopped, other), other)).toBe(false)
  })

  test('that stopped without a token resets with the first one', () => {
    const stopped = recordFailure(closed, null, 401)
    expect(isStopped(stopped, null)).toBe(true)
    expect(forToken(stopped, token)).toEqual(closed)
  })

  test('keeps its interval with another token while it has not stopped', () => {
    expect(forToken(afterFailures(3), other)).toEqual(afterFailures(3))
  })

  test('survives a reload, without storing the token itself', () => {
    const kept = store()
    const stopped = afterFailures(5)
    saveBreaker(kept, stopped)
    expect(readBreaker(kept)).toEqual(stopped)
    expect(kept.getItem(breakerKey)).not.toContain(token)
    saveBreaker(kept, closed)
    expect(kept.getItem(breakerKey)).toBe(null)
    expect(readBreaker(kept)).toEqual(closed)
  })

  test.for([
    [1, 5_000],
    [3_600_000, 60_000],
  ])('uses a valid interval where %i ms were stored', ([interval, waits]) => {
    const kept = store()
    kept.setItem(breakerKey, JSON.stringify({ interval, failures: 1 }))
    expect(readBreaker(kept).interval).toBe(waits)
  })

  test.for([
    '',
    'no JSON',
    '[]',
    '{"interval":"5","failures":0}',
    '{"interval":5,"failures":0,"stoppedWith":1}',
  ])('resets where %j is stored', text => {
    const kept = store()
    kept.setItem(breakerKey, text)
    expect(readBreaker(kept)).toEqual(closed)
  })
})
