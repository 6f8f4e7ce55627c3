import { revenueAnalytics } from '#contract/analytics/revenue-analytics.ts'
import { type Range, type ReportOptions, useReport as useAnyReport } from '#kit/analytics/use-range.ts'
import { call } from '#kit/call.ts'

async function now(given: ReportOptions) {
  const [summary, { plans }, { distribution }, { timeline }, trials, churn, { days }] = await Promise.all([
    call(revenueAnalytics.summary, given),
    call(revenueAnalytics.byPlan, given),
    call(revenueAnalytics.statusDistribution, given),
    call(revenueAnalytics.growthTimeline, given),
    call(revenueAnalytics.trialConversion, given),
    call(revenueAnalytics.churnAnalysis, given),
    call(revenueAnalytics.waterfall, given),
  ])
  return { summary, plans, distribution, timeline, trials, churn, days }
}
export type Report = Awaited<ReturnType<typeof now>>

async function before(given: ReportOptions) {
  const [summary, trials, churn] = await Promise.all([
    call(revenueAnalytics.summary, given),
    call(revenueAnalytics.trialConversion, given),
    call(revenueAnalytics.churnAnalysis, given),
  ])
  return { summary, trials, churn }
}
/** Null while loading, undefined without comparison. */
export type PreviousReport = Awaited<ReturnType<typeof before>> | null | undefined

export const useReport = (range: Range) => useAnyReport('/api/revenue-analytics', range, { now, before })
