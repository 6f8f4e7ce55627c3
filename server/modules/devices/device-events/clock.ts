/** How far ahead a device's clock may be, in milliseconds, before it is not believed. */
const mostAhead = 120_000
/** How old an event may be, in milliseconds, that a device has kept until it was connected again. */
const mostBehind = 90 * 86_400_000

/** Seconds of the epoch stay below this for a thousand years; milliseconds passed it in 1971. */
const secondsEnd = 33_000_000_000

const instantOf = (told: string | number) =>
  typeof told === 'string' ? Date.parse(told) : told < secondsEnd ? told * 1000 : told

export interface Believed {
  /** When the event happened; never later than now. */
  ts: Date
  /** What the device said instead, where that cannot be. */
  deviceTs: Date | null
}

/**
 * When an event happened, by what its device's clock says. A clock a little ahead is taken to mean now; one that is
 * further off, either way, is not believed: such events count as of now.
 * @param told ISO 8601, or seconds or milliseconds of the epoch
 */
export function believe(told: string | number | undefined, now: Date): Believed {
  if (told === undefined) return { ts: now, deviceTs: null }
  const said = instantOf(told)
  const ahead = said - now.getTime()
  if (ahead <= 0 && ahead >= -mostBehind) return { ts: new Date(said), deviceTs: null }
  return { ts: now, deviceTs: Math.abs(ahead) <= mostAhead ? null : new Date(said) }
}
