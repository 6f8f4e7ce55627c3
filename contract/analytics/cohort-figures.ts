import { z } from 'zod'
import { PlanId } from '../billing/index.ts'
import { Region } from '../kit/fields.ts'
import type { Figure } from '../kit/figure.ts'

/** The highest age of a cohort that is shown, in months after its first. */
export const maxCohortAge = 24

/** Complete months before the present one over which churn is averaged for the lifetime value. */
export const churnMonths = 6

/** Cohorts with fewer customers are marked as small. */
export const smallCohort = 5

/** The parts that cohort figures sum up; their rows are in `server/modules/analytics/revenue-cohorts/parts.ts`. */
export type CohortPart =
  | 'started'
  | 'started_mrr'
  | 'kept'
  | 'kept_mrr'
  | 'paid'
  | 'mrr_now'
  | 'customers_now'
  | 'lost_recently'
  | 'customer_months'

const figure = <const F extends Figure<CohortPart>>(definition: F) => definition

/**
 * Figures of cohorts: customers by the month in which they first had a paid subscription. `started`, `kept` and `paid`
 * have rows for each age that a cohort has reached, and are filtered by age.
 *
 * Lifetime value = MRR per customer ÷ monthly churn rate, as ChartMogul defines it
 * (https://help.chartmogul.com/hc/en-us/articles/203359061), where the churn rate is that of the last six complete
 * months: customers lost ÷ customers at the start of each month, summed up. ChartMogul averages the six rates instead.
 */
export const cohortFigures = {
  cohort_customers: figure({ unit: 'count', formula: { sum: 'started' } }),
  kept_customers: figure({ unit: 'count', formula: { sum: 'kept' } }),
  customer_retention: figure({ unit: 'percent', formula: { ratio: ['kept', 'started'] } }),
  cohort_mrr: figure({ unit: 'money', formula: { sum: 'started_mrr' } }),
  kept_mrr: figure({ unit: 'money', formula: { sum: 'kept_mrr' } }),
  revenue_retention: figure({
    unit: 'percent',
    formula: { ratio: ['kept_mrr', 'started_mrr'] },
    parts: 'money',
  }),
  paid_per_customer: figure({
    unit: 'money',
    formula: { ratio: ['paid', 'started'], times: 1 },
    parts: { started: 'count' },
  }),
  mrr_per_customer: figure({
    unit: 'money',
    formula: { ratio: ['mrr_now', 'customers_now'], times: 1 },
    parts: { customers_now: 'count' },
  }),
  average_churn: figure({ unit: 'percent', formula: { ratio: ['lost_recently', 'customer_months'] } }),
  lost_customers: figure({ unit: 'count', formula: { sum: 'lost_recently' } }),
  lifetime_value: figure({
    unit: 'money',
    formula: {
      product: [
        ['mrr_now', 'customers_now'],
        ['customer_months', 'lost_recently'],
      ],
    },
    parts: { customers_now: 'count', lost_recently: 'count', customer_months: 'count' },
  }),
} as const satisfies Record<string, Figure<CohortPart>>
export type CohortFigure = keyof typeof cohortFigures

/** A calendar month, YYYY-MM. */
export const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Must be a month, YYYY-MM')

/** Filters of customers: by the plan that they started with, and their region. */
export const cohortFilters = { plan: PlanId.optional(), region: Region.optional() }

/** Filters of the figures. */
export const cohortFacets = {
  ...cohortFilters,
  cohort: Month.optional(),
  /** Months since the cohort's first one. */
  age: z.coerce.number().int().min(0).max(maxCohortAge).optional(),
  /** Whether the month at that age is over. */
  complete: z.enum(['true', 'false']).optional(),
}
export type CohortFacet = keyof typeof cohortFacets
