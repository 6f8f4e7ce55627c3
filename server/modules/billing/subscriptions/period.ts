import type { BillingCycle } from '#contract/billing/plans.ts'

/** Adds months; the day is clamped to the length of the target month. */
function addMonths(at: string, months: number): string {
  const date = new Date(at)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return date.toISOString()
}

/** The billing period that starts at an instant. */
export const periodFrom = (at: string, cycle: BillingCycle) => ({
  current_period_start: at,
  current_period_end: addMonths(at, cycle === 'yearly' ? 12 : 1),
})
