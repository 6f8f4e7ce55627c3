import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Region } from '../kit/fields.ts'
import { Period, rangeQuery } from '../kit/period.ts'
import { may } from '../kit/permissions.ts'
import { Dollars, Percent } from './revenue-figures.ts'

export const salesRanges = ['7d', '30d', '90d', '12m'] as const

const Tier = z.object({ count: z.int(), revenue: Dollars })

export const SalesMetrics = z.object({
  period: Period,
  metrics: z.object({
    mrr: Dollars,
    arr: Dollars,
    mrr_growth: Percent,
    total_users: z.int(),
    active_users: z.int(),
    user_growth: Percent,
    trial_to_paid_rate: Percent,
    new_signups: z.int(),
    /** Over the 30 days before the end of the period. */
    churn_rate: Percent,
  }),
  /** Trials of the last 14 days, included in the rate, that can still convert. */
  immature_trials: z.int(),
  /** Highest revenue first. */
  top_regions: z.array(z.object({ region: Region, users: z.int(), revenue: Dollars, growth: Percent })),
  subscription_breakdown: z.object({ starter: Tier, professional: Tier, enterprise: Tier }),
  conversion_funnel: z.object({ visitors: z.int(), signups: z.int(), trials: z.int(), paid: z.int() }),
  /** Recurring revenue at the end of each day. */
  mrr_by_day: z.array(z.object({ date: z.iso.date(), mrr: Dollars })),
})
export type SalesMetrics = z.infer<typeof SalesMetrics>

export const salesMetrics = {
  overview: endpoint({
    method: 'GET',
    path: '/api/sales-metrics/overview',
    summary: 'Get revenue, users, conversion and churn of a period',
    access: may('revenue', 'list'),
    mayLag: true,
    query: rangeQuery(salesRanges, '30d'),
    reply: SalesMetrics,
  }),
}
