import { describe, expect, it } from 'vitest'
import { acknowledgementTarget, formatDuration } from '#kit/alerts/duration.ts'

describe('a clock of seconds', () => {
  it.each([
    [0, '0:00'],
    [7.9, '0:07'],
    [67, '1:07'],
    [3_599, '59:59'],
    [3_607, '1:00:07'],
    [-4, '0:00'],
  ])('shows %d as %s', (seconds, shown) => expect(formatDuration(seconds)).toBe(shown))
})

describe('the waiting time compared with the targets', () => {
  it.each([
    [0, { missed: 0, next: 60 }],
    [60, { missed: 0, next: 60 }],
    [60.1, { missed: 1, next: 180 }],
    [180, { missed: 1, next: 180 }],
    [181, { missed: 2, next: null }],
  ])('after %d seconds', (seconds, stand) => expect(acknowledgementTarget(seconds, [60, 180])).toEqual(stand))

  it('misses nothing where there is no target', () =>
    expect(acknowledgementTarget(1_000, [])).toEqual({ missed: 0, next: null }))
})
