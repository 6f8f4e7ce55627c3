import { useTranslation } from 'react-i18next'
import type { SalesMetrics } from '#contract/analytics/sales-metrics.ts'
import { roundToUnit } from '#contract/kit/figure.ts'
import { FigureValue } from '#kit/analytics/figure-cards.tsx'
import { Chart } from '#kit/chart/chart.tsx'
import type { ChartData } from '#kit/chart/chart-data.ts'
import { RankedBars } from '#kit/chart/lazy-charts.ts'
import { useFormat } from '#kit/format.ts'

/** Drill-down figure of each step. */
const steps = [
  ['visitors', 'visitors'],
  ['signups', 'new_signups'],
  ['trials', 'trials_started'],
  ['paid', 'trials_converted'],
] as const

/** Conversion funnel towards a paid subscription. */
export function Funnel({ of: { conversion_funnel } }: { of: SalesMetrics }) {
  const { t } = useTranslation('revenue')
  const format = useFormat()
  const data: ChartData = {
    title: t('home.funnel'),
    of: t('home.stepName'),
    series: [{ key: 'count', title: t('home.count'), unit: 'count' }],
    points: steps.map(([step]) => ({
      key: step,
      label: t(`home.steps.${step}`),
      values: { count: conversion_funnel[step] },
    })),
  }
  const share = (index: number) => {
    const [from, to] = [steps[index - 1], steps[index]]
    if (!from || !to) return null
    const [all, some] = [conversion_funnel[from[0]], conversion_funnel[to[0]]]
    return t('home.step', {
      share: format.percent(all === 0 ? null : roundToUnit('percent', (100 * some) / all)),
    })
  }
  const value = (step: string) => {
    const [name, figure] = steps.find(([name]) => name === step) ?? steps[0]
    return <FigureValue figure={figure} value={conversion_funnel[name]} />
  }
  return (
    <Chart data={data} of="ranks" lead={t('home.funnelLead')} cell={point => value(point.key)}>
      <RankedBars
        ranks={steps.map(([step], index) => ({
          key: step,
          label: t(`home.steps.${step}`),
          value: conversion_funnel[step],
          shown: value(step),
          note: share(index),
        }))}
      />
    </Chart>
  )
}
