import { z } from 'zod'
import { PlanId, SubscriptionStatus } from '../billing/index.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Day, Instant } from '../kit/fields.ts'
import { defaultFigureRows, drillDownEndpoint, maxFigureRows } from '../kit/figure.ts'
import { daysQuery, Period, rangeNames, rangeQuery } from '../kit/period.ts'
import { may } from '../kit/permissions.ts'
import { Definition, DifferenceDetail, definitionQuery } from './revenue-definitions.ts'
import { Dollars, Percent, revenueFacets } from './revenue-figures.ts'

export const revenueRanges = ['30d', '90d', '180d', '365d'] as const

const path = '/api/revenue-analytics'
const access = may('revenue', 'list')

export const revenueAnalytics = {
  summary: endpoint({
    method: 'GET',
    path: `${path}/summary`,
    summary: 'Get recurring revenue and subscriptions at the end of a period, and its cancellations',
    access,
    mayLag: true,
    query: daysQuery(30, definitionQuery),
    reply: z.object({
      period: Period,
      monthly_recurring_revenue: Dollars,
      annual_recurring_revenue: Dollars,
      /** Paid subscriptions, including past due. */
      active_subscriptions: z.int(),
      trial_subscriptions: z.int(),
      recent_cancellations: z.int(),
    }),
  }),
  byPlan: endpoint({
    method: 'GET',
    path: `${path}/by-plan`,
    summary: 'Get revenue and subscribers by plan at the end of a period',
    access,
    mayLag: true,
    query: daysQuery(30, definitionQuery),
    reply: z.object({
      period: Period,
      plans: z.array(
        z.object({
          plan: PlanId,
          plan_name: z.string(),
          price_monthly: Dollars,
          monthly_revenue: Dollars,
          annual_revenue: Dollars,
          subscriber_count: z.int(),
        }),
      ),
    }),
  }),
  statusDistribution: endpoint({
    method: 'GET',
    path: `${path}/status-distribution`,
    summary: 'Count subscriptions by current status',
    access,
    mayLag: true,
    query: daysQuery(30),
    reply: z.object({
      period: Period,
      distribution: z.array(z.object({ status: SubscriptionStatus, count: z.int() })),
    }),
  }),
  growthTimeline: endpoint({
    method: 'GET',
    path: `${path}/growth-timeline`,
    summary: 'Get new subscriptions and net growth by day',
    access,
    mayLag: true,
    query: daysQuery(90, definitionQuery),
    reply: z.object({
      period: Period,
      timeline: z.array(z.object({ date: Day, new_subscriptions: z.int(), net_growth: z.int() })),
    }),
  }),
  trialConversion: endpoint({
    method: 'GET',
    path: `${path}/trial-conversion`,
    summary: 'Get outcomes of the trials that started in a period',
    access,
    mayLag: true,
    query: daysQuery(90, definitionQuery),
    reply: z.object({
      period: Period,
      conversion_rate: Percent,
      trials_started: z.int(),
      trials_converted: z.int(),
      active_trials: z.int(),
      /** Trials started in the last 14 days that have neither converted nor expired yet. */
      immature_trials: z.int(),
    }),
  }),
  churnAnalysis: endpoint({
    method: 'GET',
    path: `${path}/churn-analysis`,
    summary: 'Get customers lost in a period relative to those at its start',
    access,
    mayLag: true,
    query: daysQuery(90, definitionQuery),
    reply: z.object({
      period: Period,
      churn_rate: Percent,
      starting_customers: z.int(),
      churned_customers: z.int(),
      current_active_customers: z.int(),
    }),
  }),
  waterfall: endpoint({
    method: 'GET',
    path: `${path}/waterfall`,
    summary: 'Get the MRR waterfall by day',
    access,
    mayLag: true,
    query: daysQuery(30, definitionQuery),
    reply: z.object({
      period: Period,
      /** start + new + expansion + reactivation − contraction − churn = end, exact to the cent. */
      days: z.array(
        z.object({
          date: Day,
          start: Dollars,
          new: Dollars,
          expansion: Dollars,
          reactivation: Dollars,
          contraction: Dollars,
          churn: Dollars,
          end: Dollars,
        }),
      ),
    }),
  }),
  open: drillDownEndpoint(`${path}/figures`, access, { ...revenueFacets, ...definitionQuery }),
  difference: endpoint({
    method: 'GET',
    path: `${path}/differences/{figure}`,
    summary: 'Get the rows that make the difference of a figure between two definitions',
    access,
    mayLag: true,
    query: rangeQuery(rangeNames, '30d', {
      ...revenueFacets,
      ...definitionQuery,
      /** The second definition. */
      than: Definition,
      /** Upper bound of a partial period, taken from the first page so that later pages read the same rows. */
      as_of: Instant.optional(),
      start: z.coerce.number().int().min(0).prefault(0),
      limit: z.coerce.number().int().min(1).max(maxFigureRows).prefault(defaultFigureRows),
    }),
    reply: DifferenceDetail,
  }),
}
