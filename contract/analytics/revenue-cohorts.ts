import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { drillDownEndpoint } from '../kit/figure.ts'
import { Period } from '../kit/period.ts'
import { may } from '../kit/permissions.ts'
import { cohortFacets, cohortFilters, Month } from './cohort-figures.ts'
import { Dollars, Percent } from './revenue-figures.ts'

const path = '/api/revenue-cohorts'
const access = may('revenue', 'list')

/** Numbers of months before the current one whose cohorts can be chosen on the screen. */
export const cohortSpans = [12, 24, 36, 60] as const

const query = z.strictObject({
  /** Cohorts of the current month and of so many months before it. */
  months: z.coerce.number().int().min(1).max(120).prefault(24),
  ...cohortFilters,
})

/** A group of customers at one age, measured at the end of that month, or now if it is still running. */
export const CohortCell = z.object({
  /** Months since the cohort's first one. */
  age: z.int(),
  kept_customers: z.int(),
  kept_mrr: Dollars,
  customer_retention: Percent,
  revenue_retention: Percent,
  /** Paid invoices of the cohort so far ÷ customers that started; null without customers. */
  paid_per_customer: Dollars.nullable(),
})
export type CohortCell = z.infer<typeof CohortCell>

export const Cohort = z.object({
  cohort: Month,
  /** Customers that started in this month, and the MRR that each started with. */
  cohort_customers: z.int(),
  cohort_mrr: Dollars,
  /** From age 0; `complete` is false for the running month. */
  cells: z.array(CohortCell.extend({ complete: z.boolean() })),
})
export type Cohort = z.infer<typeof Cohort>

export const revenueCohorts = {
  retention: endpoint({
    method: 'GET',
    path: `${path}/retention`,
    summary: 'Get customers and revenue kept, by month of the first payment and months since then',
    access,
    mayLag: true,
    query,
    reply: z.object({
      /** From the start of the first cohort's month until now. */
      period: Period,
      /** First and last day of the cohorts' months, for the drill-down. */
      from: z.iso.date(),
      to: z.iso.date(),
      /** Latest first. */
      cohorts: z.array(Cohort),
      /** At each age all cohorts whose month at that age is over, weighted by their size. */
      totals: z.array(CohortCell.extend({ cohort_customers: z.int(), cohort_mrr: Dollars })),
    }),
  }),
  lifetimeValue: endpoint({
    method: 'GET',
    path: `${path}/lifetime-value`,
    summary: 'Get the lifetime value of a customer, and what it is computed from',
    access,
    mayLag: true,
    query,
    reply: z.object({
      period: Period,
      /** Null if no one left in the last six complete months. */
      lifetime_value: Dollars.nullable(),
      mrr_per_customer: Dollars.nullable(),
      average_churn: Percent,
      /** Customers lost in these six months, each once a month. */
      lost_customers: z.int(),
    }),
  }),
  open: drillDownEndpoint(`${path}/figures`, access, cohortFacets),
}
