import { useTranslation } from 'react-i18next'
import { FigureCard } from '#kit/analytics/figure-card.tsx'
import { Cards, Panel } from '#kit/analytics/panel.tsx'
import { previousOf } from '#kit/analytics/previous.ts'
import type { Earlier, Report } from './use-report.ts'

/** What became of the trials that started in the period. */
export function Trials({ of: { trials }, earlier }: { of: Report; earlier: Earlier }) {
  const { t } = useTranslation('revenue')
  const was = previousOf(previousOf(earlier)('trials'))
  return (
    <Panel title={t('revenue.trials')}>
      <Cards>
        <FigureCard
          figure="trial_to_paid_rate"
          title={t('revenue.conversionRate')}
          value={trials.conversion_rate}
          previous={was('conversion_rate')}
          good="more"
          note={trials.immature_trials > 0 && t('revenue.immature', { count: trials.immature_trials })}
        />
        <FigureCard
          figure="trials_started"
          value={trials.trials_started}
          previous={was('trials_started')}
          good="more"
        />
        <FigureCard
          figure="trials_converted"
          value={trials.trials_converted}
          previous={was('trials_converted')}
          good="more"
        />
        <FigureCard
          figure="trial_subscriptions"
          title={t('revenue.active')}
          value={trials.active_trials}
          previous={was('active_trials')}
          good="more"
        />
      </Cards>
    </Panel>
  )
}
