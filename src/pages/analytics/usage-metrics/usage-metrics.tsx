import { useTranslation } from 'react-i18next'
import { usageRanges } from '#contract/analytics/usage-metrics.ts'
import { DayChart } from '#kit/analytics/day-chart.tsx'
import { ChiefFigures, FigureCards } from '#kit/analytics/figure-cards.tsx'
import { FiguresPage } from '#kit/analytics/figures-page.tsx'
import { Panels } from '#kit/analytics/panel.tsx'
import { PeriodText } from '#kit/analytics/period-text.tsx'
import { previousOf } from '#kit/analytics/previous.ts'
import { useRange } from '#kit/analytics/use-range.ts'
import { DeviceUsage } from './device-usage.tsx'
import { EngagementBands } from './engagement-bands.tsx'
import { Features } from './features.tsx'
import { UsageFigures } from './usage-figures.tsx'
import { useUsage } from './use-usage.ts'

/** Days of active users that are shown, whatever the period. */
const shown = 14
const cards = (['active_users', 'total_activities', 'device_events', 'total_conversations'] as const).map(
  of => ({ of, good: 'more' }) as const,
)

/** Usage Metrics: who is active, in what, and how much. */
export function Component() {
  const { t } = useTranslation(['usage', 'navigation'])
  const range = useRange(usageRanges, '30d')
  const { reading, before } = useUsage(range)
  return (
    <FiguresPage
      title={t('navigation:screens.usageMetrics')}
      lead={t('lead')}
      range={range}
      reading={reading}
      failed={t('failed')}
      figures={UsageFigures}
    >
      {({ overview, daily, features, devices, engagement }) => (
        <>
          <PeriodText of={overview.period} />
          <ChiefFigures title={t('overview')}>
            <FigureCards of={overview} before={before} cards={cards} />
          </ChiefFigures>
          <Panels>
            <EngagementBands of={engagement} />
            <DeviceUsage of={devices} was={previousOf(before)('active_devices')} />
            <DayChart
              title={t('daily')}
              lead={t('dailyLead')}
              period={overview.period}
              days={daily.slice(-shown)}
              series={[{ figure: 'active_users', of: ({ count }) => count }]}
              as="bars"
              broad
            />
            <Features of={features} />
          </Panels>
        </>
      )}
    </FiguresPage>
  )
}
