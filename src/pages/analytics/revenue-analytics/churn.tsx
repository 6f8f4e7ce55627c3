import { useTranslation } from 'react-i18next'
import { churnTarget } from '#contract/analytics/revenue-figures.ts'
import { FigureCards } from '#kit/analytics/figure-cards.tsx'
import { Cards, Panel } from '#kit/analytics/panel.tsx'
import { previousOf } from '#kit/analytics/use-range.ts'
import type { PreviousReport, Report } from './use-report.ts'

/** Churn: customers lost in the period over those at its start. */
export function Churn({ of: { churn }, earlier }: { of: Report; earlier: PreviousReport }) {
  const { t } = useTranslation('revenue')
  const isTooMuch = churn.churn_rate !== null && churn.churn_rate > churnTarget
  return (
    <Panel title={t('revenue.churn')}>
      <Cards>
        <FigureCards
          of={churn}
          before={previousOf(earlier)('churn')}
          cards={[
            { of: 'churn_rate', good: 'less', tone: isTooMuch ? 'bad' : undefined },
            { of: 'starting_customers', good: 'more' },
            { of: 'churned_customers', good: 'less' },
            {
              of: 'current_active_customers',
              figure: 'active_subscriptions',
              title: t('revenue.current'),
              good: 'more',
            },
          ]}
        />
      </Cards>
    </Panel>
  )
}
