import { useQuery } from '@tanstack/react-query'
import { revenueAnalytics } from '#contract/revenue-analytics.ts'
import { call } from '#kit/call.ts'

/** Milliseconds between two readings. */
const every = 60_000

interface Asked {
  days?: number
  from?: string
  to?: string
  previous?: string
}

/** All that the screen shows, read at once: it is there as a whole or not at all. */
async function read(query: Asked, signal: AbortSignal) {
  const given = { query, signal }
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
export type Report = Awaited<ReturnType<typeof read>>

export const useReport = (query: Asked) =>
  useQuery({
    queryKey: ['call', 'GET', '/api/revenue-analytics', query],
    queryFn: ({ signal }) => read(query, signal),
    refetchInterval: every,
  })

/** The figures of the period before, as far as cards compare with them. */
export const useEarlier = (query: Asked, enabled: boolean) =>
  useQuery({
    queryKey: ['call', 'GET', '/api/revenue-analytics', 'earlier', query],
    queryFn: async ({ signal }) => {
      const given = { query: { ...query, previous: 'true' }, signal }
      const [summary, trials, churn] = await Promise.all([
        call(revenueAnalytics.summary, given),
        call(revenueAnalytics.trialConversion, given),
        call(revenueAnalytics.churnAnalysis, given),
      ])
      return { summary, trials, churn }
    },
    enabled,
    refetchInterval: every,
  })
/** Null while it is awaited, undefined where nothing is compared. */
export type Earlier = ReturnType<typeof useEarlier>['data'] | null
