import { useTranslation } from 'react-i18next'
import { churnTarget } from '#contract/revenue-figures.ts'
import type { SalesMetrics } from '#contract/sales-metrics.ts'
import { FigureCard } from '#kit/analytics/figure-card.tsx'
import { FigureValue } from '#kit/analytics/figure-value.tsx'
import { previousOf } from '#kit/analytics/previous.ts'
import { Sparkline } from '#kit/chart/lines.tsx'
import { useFormat } from '#kit/format.ts'
import type { WidgetSettings } from '#kit/widgets.ts'

interface KeyFiguresProps {
  of: SalesMetrics
  /** Of the period before; null while they are awaited. */
  before: SalesMetrics['metrics'] | null | undefined
  shown: WidgetSettings
}

export function KeyFigures({ of: { metrics, mrr_by_day }, before, shown }: KeyFiguresProps) {
  const { t } = useTranslation('revenue')
  const format = useFormat()
  const was = previousOf(before)
  const isTooMuch = metrics.churn_rate !== null && metrics.churn_rate > churnTarget
  return (
    <>
      {shown.revenueMetrics && (
        <>
          <FigureCard
            figure="mrr"
            value={metrics.mrr}
            previous={was('mrr')}
            good="more"
            note={<Growth figure="mrr_growth" value={metrics.mrr_growth} />}
          >
            <Sparkline values={mrr_by_day.map(({ mrr }) => mrr)} />
          </FigureCard>
          <FigureCard figure="arr" value={metrics.arr} previous={was('arr')} good="more" />
        </>
      )}
      {shown.userAnalytics && (
        <>
          <FigureCard
            figure="total_users"
            value={metrics.total_users}
            previous={was('total_users')}
            good="more"
            note={<Growth figure="user_growth" value={metrics.user_growth} />}
          />
          <FigureCard
            figure="active_users"
            value={metrics.active_users}
            previous={was('active_users')}
            good="more"
          />
          <FigureCard
            figure="trial_to_paid_rate"
            value={metrics.trial_to_paid_rate}
            previous={was('trial_to_paid_rate')}
            good="more"
          />
          <FigureCard
            figure="new_signups"
            value={metrics.new_signups}
            previous={was('new_signups')}
            good="more"
          />
          <FigureCard
            figure="monthly_churn_rate"
            value={metrics.churn_rate}
            previous={was('churn_rate')}
            good="less"
            tone={isTooMuch ? 'bad' : undefined}
            note={t(isTooMuch ? 'home.above' : 'home.target', { value: format.percent(churnTarget) })}
          />
        </>
      )}
    </>
  )
}

/** How much a figure grew over the time shown; it opens by itself. */
function Growth({ figure, value }: { figure: 'mrr_growth' | 'user_growth'; value: number | null }) {
  const { t } = useTranslation('revenue')
  return (
    <>
      <FigureValue figure={figure} value={value} /> {t('home.growth')}
    </>
  )
}
