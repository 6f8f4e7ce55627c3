import { type Measured, percentile } from '../harness.ts'

/** What one interval of a soak test measured. */
export interface Interval extends Measured {
  /** Seconds since the start of the load. */
  second: number
  /** Calls answered within the interval. */
  calls: number
  /** Calls refused, failed or not answered. */
  failed: number
  /** Time of a call in milliseconds. */
  p50: number
  p99: number
  /** Delay of the server's event loop in milliseconds. */
  'loop p99': number
  /** Resident memory of the server and the heap in use, in MB. */
  'memory MB': number
  'heap MB': number
  /** Write-ahead log and everything else of the database on disk, in MB. */
  'WAL MB': number
  'data MB': number
}

/** Bounds of {@link brokenBy}. */
export const bounds = {
  /** Event loop delay that nine of ten intervals stay below, in milliseconds. */
  loopMs: 50,
  /** Memory and growth on disk at the end, compared with the middle of the run. */
  growth: 1.1,
  diskGrowth: 1.5,
  /** `max_wal_size` of the embedded database and two segments, in MB. */
  walMb: 2_048 + 32,
} as const

/** Fewer cannot be compared. */
export const fewestIntervals = 6

/**
 * The promises that a run breaks; the first third is warm-up. Memory is compared as the median of the second and the last
 * third; the disk by its growth within both.
 * @param intervals at least {@link fewestIntervals}, in order
 */
export function brokenBy(intervals: readonly Interval[]): string[] {
  const third = Math.floor(intervals.length / 3)
  const middle = intervals.slice(third, 2 * third)
  const last = intervals.slice(-third)
  const memory = (of: readonly Interval[]) =>
    percentile(
      of.map(interval => interval['memory MB']),
      0.5,
    )
  const grown = (of: readonly Interval[]) =>
    (of.at(-1) as Interval)['data MB'] - (of[0] as Interval)['data MB']
  const broken: string[] = []
  const failed = intervals.reduce((sum, interval) => sum + interval.failed, 0)
  if (failed > 0) broken.push(`${failed} calls failed`)
  const loop = percentile(
    [...middle, ...last].map(interval => interval['loop p99']),
    0.9,
  )
  if (loop >= bounds.loopMs) broken.push(`the event loop was delayed by ${loop} ms`)
  const [before, after] = [memory(middle), memory(last)]
  if (after > before * bounds.growth) broken.push(`memory grew from ${before} to ${after} MB`)
  const wal = Math.max(...intervals.map(interval => interval['WAL MB']))
  if (wal > bounds.walMb) broken.push(`the write-ahead log took ${wal} MB`)
  // A few megabytes of growth are files that grow in steps.
  if (grown(last) > Math.max(20, grown(middle) * bounds.diskGrowth))
    broken.push(`the disk filled faster: ${grown(middle)} MB in the second third, ${grown(last)} in the last`)
  return broken
}
