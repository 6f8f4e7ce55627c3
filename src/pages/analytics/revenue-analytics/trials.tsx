import { useTranslation } from 'react-i18next'
import { FigureCards } from '#kit/analytics/figure-cards.tsx'
import { Cards, Panel } from '#kit/analytics/panel.tsx'
import { previousOf } from '#kit/analytics/use-range.ts'
import type { PreviousReport, Report } from './use-report.ts'

/** Outcome of the trials started in the period. */
export function Trials({ of: { trials }, earlier }: { of: Report; earlier: PreviousReport }) {
  const { t } = useTranslation('revenue')
  const immature = trials.immature_trials
  return (
    <Panel title={t('revenue.trials')}>
      <Cards>
        <FigureCards
          of={trials}
          before={previousOf(earlier)('trials')}
          cards={[
            {
              of: 'conversion_rate',
              figure: 'trial_to_paid_rate',
              title: t('revenue.conversionRate'),
              good: 'more',
              note: immature > 0 && t('revenue.immature', { count: immature }),
            },
            { of: 'trials_started', good: 'more' },
            { of: 'trials_converted', good: 'more' },
            { of: 'active_trials', figure: 'trial_subscriptions', title: t('revenue.active'), good: 'more' },
          ]}
        />
      </Cards>
    </Panel>
  )
}
