import { usageMetrics } from '#contract/analytics/usage-metrics.ts'
import { type Range, type ReportOptions, useReport } from '#kit/analytics/use-range.ts'
import { call } from '#kit/call.ts'

async function now(given: ReportOptions) {
  const [overview, { daily_active_users }, { features }, devices, { engagement_distribution }] =
    await Promise.all([
      call(usageMetrics.overview, given),
      call(usageMetrics.dailyActiveUsers, given),
      call(usageMetrics.featureUsage, given),
      call(usageMetrics.deviceUsage, given),
      call(usageMetrics.userEngagement, given),
    ])
  return { overview, daily: daily_active_users, features, devices, engagement: engagement_distribution }
}
export type Usage = Awaited<ReturnType<typeof now>>

async function before(given: ReportOptions) {
  const [overview, devices] = await Promise.all([
    call(usageMetrics.overview, given),
    call(usageMetrics.deviceUsage, given),
  ])
  return { ...overview, active_devices: devices.active_devices }
}

export const useUsage = (range: Range) => useReport('/api/usage-metrics', range, { now, before })
