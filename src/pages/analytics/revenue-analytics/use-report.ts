import { revenueAnalytics } from '#contract/analytics/revenue-analytics.ts'
import { type Range, type ReportOptions, useReport as useAnyReport } from '#kit/analytics/use-range.ts'
import { call } from '#kit/call.ts'

async function now(options: ReportOptions) {
  const { definition: _, known, ...query } = options.query
  const [summary, { plans }, current, { timeline }, trials, churn, { days }] = await Promise.all([
    call(revenueAnalytics.summary, options),
    call(revenueAnalytics.byPlan, options),
    // The status of a subscription is stored only as it is now.
    known ? null : call(revenueAnalytics.statusDistribution, { ...options, query }),
    call(revenueAnalytics.growthTimeline, options),
    call(revenueAnalytics.trialConversion, options),
    call(revenueAnalytics.churnAnalysis, options),
    call(revenueAnalytics.waterfall, options),
  ])
  return { summary, plans, distribution: current?.distribution, timeline, trials, churn, days }
}
export type Report = Awaited<ReturnType<typeof now>>

async function before(options: ReportOptions) {
  const [summary, { timeline }, trials, churn, { days }] = await Promise.all([
    call(revenueAnalytics.summary, options),
    call(revenueAnalytics.growthTimeline, options),
    call(revenueAnalytics.trialConversion, options),
    call(revenueAnalytics.churnAnalysis, options),
    call(revenueAnalytics.waterfall, options),
  ])
  return { summary, timeline, trials, churn, days }
}
/** Null while loading, undefined without comparison. */
export type PreviousReport = Awaited<ReturnType<typeof before>> | null | undefined

/** The revenue report for a range; `params` are further query parameters, such as the definition. */
export const useReport = (range: Range, params: Readonly<Record<string, string>>) =>
  useAnyReport('/api/revenue-analytics', range, { now, before }, params)
