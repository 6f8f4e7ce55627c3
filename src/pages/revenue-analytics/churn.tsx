import { useTranslation } from 'react-i18next'
import { churnTarget } from '#contract/revenue-figures.ts'
import { FigureCard } from '#kit/analytics/figure-card.tsx'
import { Cards, Panel } from '#kit/analytics/panel.tsx'
import { previousOf } from '#kit/analytics/previous.ts'
import type { Earlier, Report } from './use-report.ts'

/** The customers lost in the period beside those at its start. */
export function Churn({ of: { churn }, earlier }: { of: Report; earlier: Earlier }) {
  const { t } = useTranslation('revenue')
  const was = previousOf(previousOf(earlier)('churn'))
  const isTooMuch = churn.churn_rate !== null && churn.churn_rate > churnTarget
  return (
    <Panel title={t('revenue.churn')}>
      <Cards>
        <FigureCard
          figure="churn_rate"
          value={churn.churn_rate}
          previous={was('churn_rate')}
          good="less"
          tone={isTooMuch ? 'bad' : undefined}
        />
        <FigureCard
          figure="starting_customers"
          value={churn.starting_customers}
          previous={was('starting_customers')}
          good="more"
        />
        <FigureCard
          figure="churned_customers"
          value={churn.churned_customers}
          previous={was('churned_customers')}
          good="less"
        />
        <FigureCard
          figure="active_subscriptions"
          title={t('revenue.current')}
          value={churn.current_active_customers}
          previous={was('current_active_customers')}
          good="more"
        />
      </Cards>
    </Panel>
  )
}
