import type { z } from 'zod'
import type { Device, DeviceHealth, DeviceReason } from '#contract/devices.ts'

/** Report intervals that may pass before a device counts as late, so that a slow network is no alarm. */
const lateAfter = 1.5
/** Report intervals that may pass before a late device counts as silent. */
const silentAfter = 3
/** Percent. */
const battery = { low: 20, critical: 5 }

type Reason = z.infer<typeof DeviceReason>

function stateOf({ last_seen_at, report_interval_seconds, created_at }: z.infer<typeof Device>, now: number) {
  if (last_seen_at === null) return { state: 'unknown', since: created_at } as const
  const after = (intervals: number) => Date.parse(last_seen_at) + intervals * report_interval_seconds * 1000
  const at = (instant: number) => new Date(instant).toISOString()
  if (now <= after(lateAfter)) return { state: 'ok', since: last_seen_at } as const
  if (now <= after(silentAfter)) return { state: 'late', since: at(after(lateAfter)) } as const
  return { state: 'silent', since: at(after(silentAfter)) } as const
}

const reasonOf = { ok: [], late: ['report_late'], silent: ['silent'], unknown: ['never_reported'] } as const

/** Whether a device is heard as often as its report interval says, and everything that is wrong with it. */
export function healthOf(device: z.infer<typeof Device>, now: Date): z.infer<typeof DeviceHealth> {
  const { status, last_seen_at, report_interval_seconds } = device
  const { state, since } = stateOf(device, now.getTime())
  const charge: Reason[] =
    device.battery === null || device.battery >= battery.low
      ? []
      : [device.battery < battery.critical ? 'battery_critical' : 'battery_low']
  const marked: Reason[] = status === 'faulty' || status === 'retired' ? [status] : []
  return {
    device_id: device.id,
    state,
    since,
    status,
    battery: device.battery,
    last_seen_at,
    report_interval_seconds,
    next_report_due_at:
      last_seen_at && new Date(Date.parse(last_seen_at) + report_interval_seconds * 1000).toISOString(),
    reasons: [...marked, ...reasonOf[state], ...charge],
    as_of: now.toISOString(),
  }
}
