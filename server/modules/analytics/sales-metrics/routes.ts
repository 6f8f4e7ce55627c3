import { salesMetrics } from '#contract/analytics/sales-metrics.ts'
import type { PlanId } from '#contract/billing/plans.ts'
import { Region } from '#contract/kit/fields.ts'
import { roundToUnit } from '#contract/kit/figure.ts'
import { dateRangeOf, periodOf, workspaceZone } from '#server/kit/period.ts'
import { serve } from '#server/kit/serve.ts'
import { activitySources, readRollups, visits } from '#server/rollups/index.ts'
import { countImmatureTrials, figures, getWaterfall } from '../revenue-analytics/queries.ts'

const nothing = { sum: 0, rows: 0 }

export default serve(salesMetrics)({
  overview: async call => {
    const span = dateRangeOf(call.query, new Date(), await workspaceZone(call.db))
    const [values, { active_users, visitors }, byPlan, users, revenue, revenueBefore, days, immature_trials] =
      await Promise.all([
        figures.values(call, span, [
          'mrr',
          'arr',
          'mrr_growth',
          'total_users',
          'user_growth',
          'trial_to_paid_rate',
          'new_signups',
          'monthly_churn_rate',
          'trials_started',
          'trials_converted',
        ]),
        readRollups(call, span, async reader => ({
          active_users: await reader.distinct(activitySources),
          visitors: await reader.distinct([[visits, 'visitors']]),
        })),
        figures.by(call, span, 'mrr', 'plan'),
        figures.by(call, span, 'users', 'region'),
        figures.by(call, span, 'mrr', 'region'),
        figures.by(call, span, 'mrr_at_start', 'region'),
        getWaterfall(call.db, span),
        countImmatureTrials(call.db, span),
      ])
    const { monthly_churn_rate, trials_started, trials_converted, ...metrics } = values
    const tier = (plan: PlanId) => {
      const { sum, rows } = byPlan.get(plan) ?? nothing
      return { count: rows, revenue: sum }
    }
    return {
      period: periodOf(span),
      metrics: { ...metrics, active_users, churn_rate: monthly_churn_rate },
      immature_trials,
      top_regions: Region.options
        .map(region => {
          const [end, start] = [revenue.get(region) ?? nothing, revenueBefore.get(region) ?? nothing]
          return {
            region,
            users: users.get(region)?.rows ?? 0,
            revenue: end.sum,
            growth:
              start.sum === 0 ? null : roundToUnit('percent', (100 * (end.sum - start.sum)) / start.sum),
          }
        })
        .filter(({ users, revenue }) => users > 0 || revenue > 0)
        .sort((a, b) => b.revenue - a.revenue || b.users - a.users),
      subscription_breakdown: {
        starter: tier('starter'),
        professional: tier('professional'),
        enterprise: tier('enterprise'),
      },
      conversion_funnel: {
        visitors,
        signups: metrics.new_signups,
        trials: trials_started,
        paid: trials_converted,
      },
      mrr_by_day: days.map(({ date, end }) => ({ date, mrr: end / 100 })),
    }
  },
})
