import type { z } from 'zod'
import { chargeAt, deviceStateAt, statusAt } from '#contract/devices/device-health.ts'
import type { Device, DeviceHealth, DeviceReason } from '#contract/devices/devices.ts'

type Reason = z.infer<typeof DeviceReason>

const stateReasons = {
  ok: [],
  late: ['report_late'],
  silent: ['silent'],
  unknown: ['never_reported'],
} as const
const chargeReasons = { ok: [], low: ['battery_low'], critical: ['battery_critical'], unknown: [] } as const

/** A device's health: whether it reports on time, and every reason for concern. */
export function toDeviceHealth(device: z.infer<typeof Device>, now: Date): z.infer<typeof DeviceHealth> {
  const { status, last_seen_at, report_interval_seconds, battery, battery_at, created_at } = device
  const instant = now.getTime()
  const { state, since } = deviceStateAt(device, instant)
  const charge = chargeAt(device, instant)
  const statusReasons: Reason[] = status === 'faulty' || status === 'retired' ? [status] : []
  return {
    device_id: device.id,
    state,
    since: since === null ? created_at : new Date(since).toISOString(),
    status: statusAt(device, instant),
    battery,
    battery_at,
    charge,
    last_seen_at,
    age_seconds:
      last_seen_at === null ? null : Math.max(0, Math.round((instant - Date.parse(last_seen_at)) / 1000)),
    report_interval_seconds,
    next_report_due_at:
      last_seen_at && new Date(Date.parse(last_seen_at) + report_interval_seconds * 1000).toISOString(),
    reasons: [...statusReasons, ...stateReasons[state], ...chargeReasons[charge]],
    as_of: now.toISOString(),
  }
}
