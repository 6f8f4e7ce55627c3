/** The least of the first bucket and the most of the last but one, in milliseconds, and how much each is wider. */
const least = 20
const most = 120_000
const growth = 1.1

/** Where the buckets of latencies begin, in milliseconds; the first holds everything below the first of these. */
export const bucketBounds: readonly number[] = (() => {
  const found = [least]
  for (let bound = least; bound < most; found.push(bound)) bound = Math.ceil(bound * growth)
  return found
})()

/** How many values fell into each bucket, by its number. */
export type Histogram = ReadonlyMap<number, number>

/** The histogram of some values. */
export function histogramOf(values: readonly number[]): Histogram {
  const counts = new Map<number, number>()
  for (const value of values) {
    const bucket = bucketBounds.findLastIndex(bound => bound <= value) + 1
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
  }
  return counts
}

/**
 * The value below which a share of a histogram lies: nearest rank, evenly spread within its bucket. Right within the
 * bucket; null of an empty histogram.
 */
export function percentileOf(counts: Histogram, share: number): number | null {
  const buckets = [...counts].sort(([a], [b]) => a - b)
  const total = buckets.reduce((sum, [, count]) => sum + count, 0)
  if (total === 0) return null
  let left = Math.max(1, Math.ceil(share * total))
  for (const [bucket, count] of buckets) {
    if (left <= count) {
      const from = bucketBounds[bucket - 1] ?? 0
      const to = bucketBounds[bucket] ?? from * growth
      return Math.round(from + ((to - from) * left) / count)
    }
    left -= count
  }
  return null
}
