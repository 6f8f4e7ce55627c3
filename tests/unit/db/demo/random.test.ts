import { describe, expect, test } from 'vitest'
import { Random, uuidv7 } from '#server/db/demo/random.ts'

const draws = (random: Random, count: number) => Array.from({ length: count }, () => random.next())

describe('Random', () => {
  test('depends on its key alone', () => {
    expect(draws(new Random('a'), 50)).toEqual(draws(new Random('a'), 50))
    expect(draws(new Random('a'), 50)).not.toEqual(draws(new Random('b'), 50))
  })

  test('forks streams that are independent of draws elsewhere', () => {
    const parent = new Random('a')
    const before = draws(parent.fork('child', 1), 5)
    draws(parent, 1000)
    expect(draws(parent.fork('child', 1), 5)).toEqual(before)
    expect(draws(parent.fork('child', 2), 5)).not.toEqual(before)
  })

  test('is uniform', () => {
    const random = new Random('even')
    const tenths = new Array(10).fill(0)
    for (const draw of draws(random, 100_000)) tenths[Math.floor(draw * 10)] += 1
    for (const count of tenths) expect(Math.abs(count - 10_000)).toBeLessThan(400)
  })

  test('respects weights, medians and bounds', () => {
    const random = new Random('shapes')
    const picked = Array.from({ length: 20_000 }, () => random.weighted({ often: 3, seldom: 1, never: 0 }))
    expect(picked.filter(name => name === 'often').length / picked.length).toBeCloseTo(0.75, 1)
    expect(picked).not.toContain('never')
    const latencies = Array.from({ length: 20_001 }, () => random.logNormal(900, 0.3)).sort((a, b) => a - b)
    expect(Math.abs((latencies[10_000] as number) - 900)).toBeLessThan(20)
    const ages = Array.from({ length: 2000 }, () => random.int(67, 69))
    expect(new Set(ages)).toEqual(new Set([67, 68, 69]))
  })
})

test('uuidv7 carries its instant, version and variant, and sorts by time', () => {
  const random = new Random('ids')
  const instants = [0, 1, 1_700_000_000_000, 1_700_000_000_001, 2 ** 47]
  const ids = instants.map(ms => uuidv7(ms, random))
  for (const [index, id] of ids.entries()) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(instants[index])
  }
  expect(ids.toSorted()).toEqual(ids)
})
