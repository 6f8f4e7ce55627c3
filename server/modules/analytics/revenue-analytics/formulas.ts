import type { RevenueMovement } from '#contract/billing/ledger.ts'

/** MRR movements of a day by kind: signed sum in cents, and count. */
export interface DailyMovement {
  day: string
  kind: RevenueMovement
  cents: number
  movements: number
}

/** One day of a waterfall, in cents; contraction and churn are positive. */
export interface WaterfallDay extends Record<RevenueMovement, number> {
  date: string
  start: number
  end: number
}

const byDay = (moved: readonly DailyMovement[]) => Map.groupBy(moved, ({ day }) => day)

/**
 * MRR waterfall: start + new + expansion + reactivation − contraction − churn = end, and each day starts at the previous
 * day's end. After ChartMogul's "MRR movements"
 * (https://help.chartmogul.com/hc/en-us/articles/203299912).
 */
export function waterfall(
  startCents: number,
  days: readonly string[],
  moved: readonly DailyMovement[],
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

/** New subscriptions, and net growth (new and reactivated minus churned), by day. */
export function growth(days: readonly string[], moved: readonly DailyMovement[]) {
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
