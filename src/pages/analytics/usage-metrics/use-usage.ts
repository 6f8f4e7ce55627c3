import { usageMetrics } from '#contract/analytics/usage-metrics.ts'
import { type Range, type ReportOptions, useReport } from '#kit/analytics/use-range.ts'
import { call } from '#kit/call.ts'

async function now(options: ReportOptions) {
  const [overview, { daily_active_users }, { features }, devices, { engagement_distribution }] =
    await Promise.all([
      call(usageMetrics.overview, options),
      call(usageMetrics.dailyActiveUsers, options),
      call(usageMetrics.featureUsage, options),
      call(usageMetrics.deviceUsage, options),
      call(usageMetrics.userEngagement, options),
    ])
  return { overview, daily: daily_active_users, features, devices, engagement: engagement_distribution }
}
export type Usage = Awaited<ReturnType<typeof now>>

async function before(options: ReportOptions) {
  const [overview, { daily_active_users }, devices] = await Promise.all([
    call(usageMetrics.overview, options),
    call(usageMetrics.dailyActiveUsers, options),
    call(usageMetrics.deviceUsage, options),
  ])
  return { overview, daily: daily_active_users, active_devices: devices.active_devices }
}

export const useUsage = (range: Range) => useReport('/api/usage-metrics', range, { now, before })
