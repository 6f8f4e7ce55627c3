/** Clock skew in milliseconds up to which a timestamp in the future is taken as now. */
const maxClockSkewMs = 120_000
/** Maximum age of an event in milliseconds: devices buffer events while they are offline. */
const maxEventAgeMs = 90 * 86_400_000

/** Numbers below this are seconds of the epoch, numbers above milliseconds (which passed it in 1971). */
const secondsLimit = 33_000_000_000

const toEpochMs = (timestamp: string | number) =>
  typeof timestamp === 'string'
    ? Date.parse(timestamp)
    : timestamp < secondsLimit
      ? timestamp * 1000
      : timestamp

/** The first instant of the year 10000, which no text of four digits can name. */
const endOfTimeMs = Date.UTC(10_000, 0)

/** Whether a timestamp lies in the years 1970 to 9999: beyond them are clocks that count microseconds or never started. */
export function isRepresentable(timestamp: string | number): boolean {
  const reported = toEpochMs(timestamp)
  return reported >= 0 && reported < endOfTimeMs
}

export interface NormalizedTimestamp {
  /** When the event happened; never later than now. */
  ts: Date
  /** The device's own timestamp, where it is implausible and `ts` is the time of receipt. */
  deviceTs: Date | null
}

/**
 * Normalizes a device timestamp. Small skew into the future counts as now; implausible timestamps are replaced by the
 * time of receipt.
 * @param timestamp ISO 8601, or seconds or milliseconds of the epoch
 */
export function normalizeTimestamp(timestamp: string | number | undefined, now: Date): NormalizedTimestamp {
  if (timestamp === undefined) return { ts: now, deviceTs: null }
  const reported = toEpochMs(timestamp)
  if (!isRepresentable(timestamp)) return { ts: now, deviceTs: null }
  const skew = reported - now.getTime()
  if (skew <= 0 && skew >= -maxEventAgeMs) return { ts: new Date(reported), deviceTs: null }
  return { ts: now, deviceTs: Math.abs(skew) <= maxClockSkewMs ? null : new Date(reported) }
}
