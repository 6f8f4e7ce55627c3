import { useTranslation } from 'react-i18next'
import { churnTarget } from '#contract/analytics/revenue-figures.ts'
import type { SalesMetrics } from '#contract/analytics/sales-metrics.ts'
import { type CardOf, FigureCards, FigureValue } from '#kit/analytics/figure-cards.tsx'
import { Sparkline } from '#kit/chart/sparkline.tsx'
import { useFormat } from '#kit/format.ts'
import type { WidgetSettings } from '#kit/widgets.ts'

type Metrics = SalesMetrics['metrics']

interface KeyFiguresProps {
  of: SalesMetrics
  /** Previous period; null while loading. */
  before: Metrics | null | undefined
  shown: WidgetSettings
}

export function KeyFigures({ of: { metrics, mrr_by_day, immature_trials }, before, shown }: KeyFiguresProps) {
  const { t } = useTranslation('revenue')
  const format = useFormat()
  const isTooMuch = metrics.churn_rate !== null && metrics.churn_rate > churnTarget
  const revenue: CardOf<Metrics>[] = [
    {
      of: 'mrr',
      good: 'more',
      note: <Growth figure="mrr_growth" value={metrics.mrr_growth} />,
      children: <Sparkline values={mrr_by_day.map(({ mrr }) => mrr)} />,
    },
    { of: 'arr', good: 'more' },
  ]
  const users: CardOf<Metrics>[] = [
    {
      of: 'total_users',
      good: 'more',
      note: <Growth figure="user_growth" value={metrics.user_growth} />,
    },
    { of: 'active_users', good: 'more' },
    {
      of: 'trial_to_paid_rate',
      good: 'more',
      note: immature_trials > 0 && t('revenue.immature', { count: immature_trials }),
    },
    { of: 'new_signups', good: 'more' },
    {
      of: 'churn_rate',
      figure: 'monthly_churn_rate',
      good: 'less',
      tone: isTooMuch ? 'bad' : undefined,
      note: t(isTooMuch ? 'home.above' : 'home.target', { value: format.percent(churnTarget) }),
    },
  ]
  const cards = [...(shown.revenueMetrics ? revenue : []), ...(shown.userAnalytics ? users : [])]
  return <FigureCards of={metrics} before={before} cards={cards} />
}

/** Growth of a figure over the period, with its own drill-down. */
function Growth({ figure, value }: { figure: 'mrr_growth' | 'user_growth'; value: number | null }) {
  const { t } = useTranslation('revenue')
  return (
    <>
      <FigureValue figure={figure} value={value} growth /> {t('home.growth')}
    </>
  )
}
