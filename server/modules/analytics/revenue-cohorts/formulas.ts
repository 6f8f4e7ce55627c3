import { type CohortFigure, cohortFigures, maxCohortAge } from '#contract/analytics/cohort-figures.ts'
import type { Cohort, CohortCell } from '#contract/analytics/revenue-cohorts.ts'
import { evaluate, type Total } from '#contract/kit/figure.ts'
import type { CohortCalendar } from './calendar.ts'

/** The customers and cents that a cohort started with, gained and lost, or paid at an age. */
export interface CohortChange {
  kind: 'started' | 'moved' | 'paid'
  /** Index of the cohort's month. */
  cohort: number
  age: number
  customers: number
  cents: number
}

/** Sums of a cohort, or of several, at one age. */
interface Sums {
  started: number
  startedCents: number
  kept: number
  keptCents: number
  paidCents: number
}
const nothing: Sums = { started: 0, startedCents: 0, kept: 0, keptCents: 0, paidCents: 0 }

const add = (one: Sums, other: Sums): Sums => ({
  started: one.started + other.started,
  startedCents: one.startedCents + other.startedCents,
  kept: one.kept + other.kept,
  keptCents: one.keptCents + other.keptCents,
  paidCents: one.paidCents + other.paidCents,
})

function cellOf(age: number, sums: Sums): CohortCell {
  const total = (sum: number): Total => ({ sum, rows: sum })
  const parts = {
    started: total(sums.started),
    started_mrr: total(sums.startedCents / 100),
    kept: total(sums.kept),
    kept_mrr: total(sums.keptCents / 100),
    paid: total(sums.paidCents / 100),
  }
  const value = (figure: CohortFigure) => evaluate(cohortFigures[figure], parts as never)
  return {
    age,
    kept_customers: sums.kept,
    kept_mrr: sums.keptCents / 100,
    customer_retention: value('customer_retention'),
    revenue_retention: value('revenue_retention'),
    paid_per_customer: value('paid_per_customer'),
  }
}

/**
 * The cohort table, latest cohort first, and its totals. What a cohort keeps at an age is the running sum of its changes
 * up to then. After ChartMogul's "Cohort analysis" (https://help.chartmogul.com/hc/en-us/articles/213789989) and Stripe's
 * "Subscriber cohorts" (https://support.stripe.com/questions/subscriber-cohorts-and-cohort-retention-in-billing).
 */
export function cohortTable(
  { months, isComplete }: Pick<CohortCalendar, 'months' | 'isComplete'>,
  changes: readonly CohortChange[],
) {
  const ofCohort = Map.groupBy(changes, ({ cohort }) => cohort)
  const totals = Array.from({ length: Math.min(months.length, maxCohortAge + 1) }, () => nothing)
  const cohorts = months.map((cohort, index): Cohort => {
    const own = ofCohort.get(index) ?? []
    const start = own.find(({ kind }) => kind === 'started') ?? { customers: 0, cents: 0 }
    const atAge = Map.groupBy(own, ({ age }) => age)
    let sums: Sums = { ...nothing, started: start.customers, startedCents: start.cents }
    const cells = months.slice(index, index + maxCohortAge + 1).map((_, age) => {
      for (const { kind, customers, cents } of atAge.get(age) ?? []) {
        if (kind === 'moved') sums = add(sums, { ...nothing, kept: customers, keptCents: cents })
        if (kind === 'paid') sums = add(sums, { ...nothing, paidCents: cents })
      }
      const complete = isComplete[index + age] ?? false
      if (complete) totals[age] = add(totals[age] ?? nothing, sums)
      return { ...cellOf(age, sums), complete }
    })
    return { cohort, cohort_customers: start.customers, cohort_mrr: start.cents / 100, cells }
  })
  return {
    cohorts: cohorts.reverse(),
    totals: totals.map((sums, age) => ({
      ...cellOf(age, sums),
      cohort_customers: sums.started,
      cohort_mrr: sums.startedCents / 100,
    })),
  }
}
