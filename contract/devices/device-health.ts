import { z } from 'zod'

/** How a device keeps to its report interval: on time, late, no longer heard, or never heard yet. */
export const DeviceState = z.enum(['ok', 'late', 'silent', 'unknown'])
export type DeviceState = z.infer<typeof DeviceState>

/** Report intervals that may pass before a device counts as late, so that a slow network is no alarm. */
const lateAfter = 1.5
/** Report intervals that may pass before a late device counts as silent. */
const silentAfter = 3
/** Percent below which a battery is low, and below which it is as good as empty. */
export const batteryLow = 20
export const batteryEmpty = 5

interface Heard {
  last_seen_at: string | null
  report_interval_seconds: number
}

/**
 * The state of a device at an instant: it decays by itself while nothing is heard.
 * @param now milliseconds of the epoch
 * @returns with it, since when it holds; null where it was never heard. Milliseconds of the epoch.
 */
export function deviceStateAt(
  { last_seen_at, report_interval_seconds }: Heard,
  now: number,
): { state: DeviceState; since: number | null } {
  if (last_seen_at === null) return { state: 'unknown', since: null }
  const heard = Date.parse(last_seen_at)
  const late = heard + lateAfter * report_interval_seconds * 1000
  const silent = heard + silentAfter * report_interval_seconds * 1000
  if (now <= late) return { state: 'ok', since: heard }
  if (now <= silent) return { state: 'late', since: late }
  return { state: 'silent', since: silent }
}

/** What is known of a battery: a charge that has not been confirmed in time is no longer known. */
export const ChargeState = z.enum(['ok', 'low', 'critical', 'unknown'])

/** The charge at an instant. @param now milliseconds of the epoch */
export function chargeAt(
  {
    battery,
    battery_at,
    report_interval_seconds,
  }: Omit<Heard, 'last_seen_at'> & {
    battery: number | null
    battery_at: string | null
  },
  now: number,
): z.infer<typeof ChargeState> {
  if (battery === null) return 'unknown'
  if (battery < batteryEmpty) return 'critical'
  if (battery < batteryLow) return 'low'
  const { state } = deviceStateAt({ last_seen_at: battery_at, report_interval_seconds }, now)
  return state === 'ok' || state === 'late' ? 'ok' : 'unknown'
}

/** What a device's status is worth: an `online` that was not confirmed in time is no longer known. */
export function statusAt<Status extends string>(
  device: Heard & { status: Status },
  now: number,
): Status | 'unknown' {
  if (device.status !== 'online') return device.status
  const { state } = deviceStateAt(device, now)
  return state === 'ok' || state === 'late' ? device.status : 'unknown'
}
