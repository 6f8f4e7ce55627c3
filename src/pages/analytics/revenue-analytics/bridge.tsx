import { useTranslation } from 'react-i18next'
import { revenueMovements } from '#contract/billing/ledger.ts'
import { FigureValue } from '#kit/analytics/figure-cards.tsx'
import { useFigures, useOpenFigure } from '#kit/analytics/figures.ts'
import type { ChartData, Point } from '#kit/chart/chart-data.ts'
import { SeriesChart } from '#kit/chart/series-chart.tsx'
import { movementTones } from './movements.tsx'
import type { PreviousReport, Report } from './use-report.ts'

/** What happened to MRR over days: its value before and after, and the sum of each kind of movement. */
export function bridgeOf(days: Report['days']) {
  const sum = (kind: (typeof revenueMovements)[number]) =>
    // Sums of cents as decimals are rounded, so that the last step ends at the last total.
    Math.round(days.reduce((total, day) => total + day[kind], 0) * 100) / 100
  const steps = revenueMovements.map(kind => {
    const amount = sum(kind)
    return { kind, amount: kind === 'contraction' || kind === 'churn' ? 0 - amount : amount }
  })
  return { start: days.at(0)?.start ?? 0, steps, end: days.at(-1)?.end ?? 0 }
}

/** A waterfall from the opening MRR, by the movements of the period, to the closing MRR. */
export function Bridge({ of: { days }, earlier }: { of: Report; earlier: PreviousReport }) {
  const { t } = useTranslation(['revenue', 'analytics'])
  const { title: titleOf } = useFigures()
  const { open } = useOpenFigure()
  const now = bridgeOf(days)
  const before = earlier && bridgeOf(earlier.days)
  const total = (key: 'start' | 'end'): Point => ({
    key,
    label: t(`revenue.${key}`),
    tone: 'muted',
    values: { mrr: now[key] },
    span: [null, now[key]],
    previous: before ? { label: t(`revenue.${key}`), values: { mrr: before[key] } } : undefined,
  })
  let level = now.start
  const steps = now.steps.map(({ kind, amount }, index): Point => {
    const from = level
    level += amount
    return {
      key: kind,
      label: t(`kind.${kind}`),
      tone: movementTones[kind],
      values: { mrr: amount },
      span: [from, level],
      previous: before
        ? { label: t(`kind.${kind}`), values: { mrr: before.steps[index]?.amount ?? null } }
        : undefined,
    }
  })
  const data: ChartData = {
    title: t('revenue.bridge'),
    of: t('revenue.step'),
    series: [{ key: 'mrr', title: titleOf('mrr'), unit: 'money' }],
    points: [total('start'), ...steps, total('end')],
  }
  const figureOf = (key: string) =>
    key === 'start'
      ? { figure: 'mrr_at_start' }
      : key === 'end'
        ? { figure: 'mrr' }
        : { figure: 'mrr_moved', held: { kind: key } }
  return (
    <SeriesChart
      data={data}
      lead={t('revenue.bridgeLead')}
      wide
      form="waterfall"
      cell={({ key, label, values }) => (
        <FigureValue {...figureOf(key)} of={label} value={values.mrr ?? null} />
      )}
      onOpen={({ key }) => {
        const { figure, held } = figureOf(key)
        open(figure, held)
      }}
      compared={earlier !== undefined}
    />
  )
}
