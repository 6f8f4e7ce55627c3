import { z } from 'zod'

/** Reporting state of a device: on time, late, silent, or never reported. */
export const DeviceState = z.enum(['ok', 'late', 'silent', 'unknown'])
export type DeviceState = z.infer<typeof DeviceState>

/** Report intervals after which a device counts as late; above 1 to tolerate slow networks. */
const lateAfterIntervals = 1.5
/** Report intervals after which a device counts as silent. */
const silentAfterIntervals = 3
/** Percent below which a battery is low, and below which it counts as empty. */
export const batteryLow = 20
export const batteryEmpty = 5

interface ReportingDevice {
  last_seen_at: string | null
  report_interval_seconds: number
}

/**
 * Reporting state at an instant.
 * @param now milliseconds of the epoch
 * @returns the state and since when it holds in milliseconds of the epoch, null where it never reported
 */
export function deviceStateAt(
  { last_seen_at, report_interval_seconds }: ReportingDevice,
  now: number,
): { state: DeviceState; since: number | null } {
  if (last_seen_at === null) return { state: 'unknown', since: null }
  const lastSeen = Date.parse(last_seen_at)
  const late = lastSeen + lateAfterIntervals * report_interval_seconds * 1000
  const silent = lastSeen + silentAfterIntervals * report_interval_seconds * 1000
  if (now <= late) return { state: 'ok', since: lastSeen }
  if (now <= silent) return { state: 'late', since: late }
  return { state: 'silent', since: silent }
}

/** Battery state; a charge that was not confirmed in time is unknown. */
export const ChargeState = z.enum(['ok', 'low', 'critical', 'unknown'])

/** Battery state at an instant. @param now milliseconds of the epoch */
export function chargeAt(
  {
    battery,
    battery_at,
    report_interval_seconds,
  }: Omit<ReportingDevice, 'last_seen_at'> & {
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

/** Status to display: an `online` that was not confirmed in time is unknown. */
export function statusAt<Status extends string>(
  device: ReportingDevice & { status: Status },
  now: number,
): Status | 'unknown' {
  if (device.status !== 'online') return device.status
  const { state } = deviceStateAt(device, now)
  return state === 'ok' || state === 'late' ? device.status : 'unknown'
}
