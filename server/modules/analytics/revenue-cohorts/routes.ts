import { revenueCohorts } from '#contract/analytics/revenue-cohorts.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { dateRangeOf, periodOf, workspaceZone } from '#server/kit/period.ts'
import { serve } from '#server/kit/serve.ts'
import { cohortCalendar, cohortDays } from './calendar.ts'
import { cohortTable } from './formulas.ts'
import { figures, listCohortChanges } from './queries.ts'

type CohortCall = Pick<AuthenticatedCall, 'db'> & { query: { months: number } }

/** The span of the cohorts asked for, up to now, and its days. */
async function requestedCohorts({ query, db }: CohortCall) {
  const [now, zone] = [new Date(), await workspaceZone(db)]
  const days = cohortDays(query.months, now, zone)
  return { days, span: dateRangeOf(days, now, zone) }
}

export default serve(revenueCohorts)({
  retention: async call => {
    const { days, span } = await requestedCohorts(call)
    const calendar = cohortCalendar(span)
    const changes = await listCohortChanges(call.db, span, calendar, call.query)
    return { period: periodOf(span), ...days, ...cohortTable(calendar, changes) }
  },

  lifetimeValue: async call => {
    const { span } = await requestedCohorts(call)
    const { plan, region } = call.query
    const values = await figures.values(
      call,
      span,
      ['lifetime_value', 'mrr_per_customer', 'average_churn', 'lost_customers'],
      { plan, region },
    )
    return { period: periodOf(span), ...values }
  },

  open: call => figures.open(call),
})
