import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFairBatches } from '#server/modules/devices/device-events/fair-batches.ts'

test('a key with many items delays another only by its turns', () => {
  const batches = createFairBatches<string>()
  for (let n = 0; n < 10_000; n += 1) batches.push('flood', `flood ${n}`)
  batches.push('calm', 'calm')
  const batch = batches.take(500)
  expect(batch).toHaveLength(500)
  expect(batch).toContain('calm')
  expect(batches.size).toBe(9_501)
})

test('every item is taken once, oldest first within its key', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'b', 'c', 'd')),
      fc.integer({ min: 1, max: 10 }),
      (keys, limit) => {
        const batches = createFairBatches<[string, number]>()
        for (const [index, key] of keys.entries()) batches.push(key, [key, index])
        const taken: [string, number][] = []
        while (batches.size > 0) {
          const batch = batches.take(limit)
          expect(batch.length).toBeGreaterThan(0)
          expect(batch.length).toBeLessThanOrEqual(limit)
          taken.push(...batch)
        }
        expect(taken).toHaveLength(keys.length)
        for (const own of Map.groupBy(taken, ([key]) => key).values())
          expect(own.map(([, index]) => index)).toEqual(own.map(([, index]) => index).sort((x, y) => x - y))
      },
    ),
  )
})
