import { revenueAnalytics } from '#contract/analytics/revenue-analytics.ts'
import { SubscriptionStatus } from '#contract/billing/ledger.ts'
import { PlanId, plans } from '#contract/billing/plans.ts'
import { roundToUnit } from '#contract/kit/figure.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { type DateRange, dateRangeOf, daysOf, periodOf, workspaceZone } from '#server/kit/period.ts'
import { serve } from '#server/kit/serve.ts'
import { explainDifference } from './differences.ts'
import { growth } from './formulas.ts'
import { asKnown, requirePast } from './known.ts'
import { countImmatureTrials, figures, figuresBy, getWaterfall, listDailyMovements } from './queries.ts'

type RangeCall = Pick<AuthenticatedCall, 'db'> & { query: Parameters<typeof dateRangeOf>[0] }
const requestedSpan = async ({ query, db }: RangeCall, now = new Date()): Promise<DateRange> =>
  dateRangeOf(query, now, await workspaceZone(db))
const dollars = (cents: number) => cents / 100

export default serve(revenueAnalytics)({
  summary: given =>
    asKnown(given, async (call, now) => {
      const span = await requestedSpan(call, now)
      const { mrr, arr, ...subscriptions } = await figuresBy[call.query.definition].values(call, span, [
        'mrr',
        'arr',
        'active_subscriptions',
        'trial_subscriptions',
        'recent_cancellations',
      ])
      return {
        period: periodOf(span),
        monthly_recurring_revenue: mrr,
        annual_recurring_revenue: arr,
        ...subscriptions,
      }
    }),

  byPlan: given =>
    asKnown(given, async (call, now) => {
      const span = await requestedSpan(call, now)
      const revenue = await figuresBy[call.query.definition].by(call, span, 'mrr', 'plan')
      return {
        period: periodOf(span),
        plans: PlanId.options.map(plan => {
          const { sum = 0, rows = 0 } = revenue.get(plan) ?? {}
          return {
            plan,
            plan_name: plans[plan].name,
            price_monthly: dollars(plans[plan].monthlyCents),
            monthly_revenue: sum,
            annual_revenue: roundToUnit('money', sum * 12),
            subscriber_count: rows,
          }
        }),
      }
    }),

  statusDistribution: async call => {
    const span = await requestedSpan(call)
    const counts = await figures.by(call, span, 'subscriptions', 'status')
    return {
      period: periodOf(span),
      distribution: SubscriptionStatus.options.map(status => ({
        status,
        count: counts.get(status)?.rows ?? 0,
      })),
    }
  },

  growthTimeline: given =>
    asKnown(given, async (call, now) => {
      const span = await requestedSpan(call, now)
      const moved = await listDailyMovements(call.db, span, call.query.definition)
      return { period: periodOf(span), timeline: growth(daysOf(span), moved) }
    }),

  trialConversion: given =>
    asKnown(given, async (call, now) => {
      const span = await requestedSpan(call, now)
      const { trial_to_paid_rate, trial_subscriptions, ...trials } = await figuresBy[
        call.query.definition
      ].values(call, span, [
        'trial_to_paid_rate',
        'trials_started',
        'trials_converted',
        'trial_subscriptions',
      ])
      return {
        period: periodOf(span),
        ...trials,
        conversion_rate: trial_to_paid_rate,
        active_trials: trial_subscriptions,
        immature_trials: await countImmatureTrials(call.db, span, now),
      }
    }),

  churnAnalysis: given =>
    asKnown(given, async (call, now) => {
      const span = await requestedSpan(call, now)
      const { active_subscriptions, ...churn } = await figuresBy[call.query.definition].values(call, span, [
        'churn_rate',
        'starting_customers',
        'churned_customers',
        'active_subscriptions',
      ])
      return { period: periodOf(span), ...churn, current_active_customers: active_subscriptions }
    }),

  waterfall: given =>
    asKnown(given, async (call, now) => {
      const span = await requestedSpan(call, now)
      const days = await getWaterfall(call.db, span, call.query.definition)
      return {
        period: periodOf(span),
        days: days.map(({ date, ...cents }) => ({
          date,
          start: dollars(cents.start),
          new: dollars(cents.new),
          expansion: dollars(cents.expansion),
          reactivation: dollars(cents.reactivation),
          contraction: dollars(cents.contraction),
          churn: dollars(cents.churn),
          end: dollars(cents.end),
        })),
      }
    }),

  open: given => {
    const { known } = given.query
    if (!known) return figuresBy[given.query.definition].open(given)
    requirePast(given.params.figure)
    return asKnown(given, (call, now) =>
      figuresBy[call.query.definition].open({ ...call, query: { ...call.query, as_of: now.toISOString() } }),
    )
  },

  difference: call => explainDifference(call),
})
