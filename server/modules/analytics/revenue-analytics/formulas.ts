import type { RevenueMovement } from '#contract/billing/ledger.ts'

/** What moved on a day, by kind: the signed sum of its cents, and how many movements they were. */
export interface Moved {
  day: string
  kind: RevenueMovement
  cents: number
  movements: number
}

/** One day of a waterfall, in cents; what takes away is told without its sign. */
export interface WaterfallDay extends Record<RevenueMovement, number> {
  date: string
  start: number
  end: number
}

const byDay = (moved: readonly Moved[]) => Map.groupBy(moved, ({ day }) => day)

/**
 * How recurring revenue went from day to day: start + new + expansion + reactivation − contraction − churn = end, and
 * each day starts where the one before ended. After ChartMogul's "MRR movements"
 * (https://help.chartmogul.com/hc/en-us/articles/203299912).
 */
export function waterfall(
  startCents: number,
  days: readonly string[],
  moved: readonly Moved[],
): WaterfallDay[] {
  const of = byDay(moved)
  let end = startCents
  return days.map(date => {
    const sum = (kind: RevenueMovement) =>
      (of.get(date) ?? []).reduce((cents, move) => (move.kind === kind ? cents + move.cents : cents), 0)
    const day = {
      date,
      start: end,
      new: sum('new'),
      expansion: sum('expansion'),
      reactivation: sum('reactivation'),
      contraction: 0 - sum('contraction'),
      churn: 0 - sum('churn'),
    }
    end = day.start + day.new + day.expansion + day.reactivation - day.contraction - day.churn
    return { ...day, end }
  })
}

/** How many subscriptions began each day, and how many were won (begun or come back) less those lost. */
export function growth(days: readonly string[], moved: readonly Moved[]) {
  const of = byDay(moved)
  return days.map(date => {
    const count = (kind: RevenueMovement) =>
      (of.get(date) ?? []).reduce((sum, move) => (move.kind === kind ? sum + move.movements : sum), 0)
    const began = count('new')
    return {
      date,
      new_subscriptions: began,
      net_growth: began + count('reactivation') - count('churn'),
    }
  })
}
