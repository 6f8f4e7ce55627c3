/** First and last bucket bounds in milliseconds, and the growth factor between buckets. */
const lowestBound = 20
const highestBound = 120_000
const growth = 1.1

/**
 * Lower bounds of the latency buckets in milliseconds, from the second bucket on; the first bucket holds smaller
 * values.
 */
export const bucketBounds: readonly number[] = (() => {
  const bounds = [lowestBound]
  for (let bound = lowestBound; bound < highestBound; bounds.push(bound)) bound = Math.ceil(bound * growth)
  return bounds
})()

/** Number of values by bucket index. */
export type Histogram = ReadonlyMap<number, number>

/** Builds a histogram. */
export function histogramOf(values: readonly number[]): Histogram {
  const counts = new Map<number, number>()
  for (const value of values) {
    const bucket = bucketBounds.findLastIndex(bound => bound <= value) + 1
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
  }
  return counts
}

/** Percentile by nearest rank, interpolated within its bucket and accurate to it; null for an empty histogram. */
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
