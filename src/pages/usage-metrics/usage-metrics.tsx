import { useTranslation } from 'react-i18next'
import { usageRanges } from '#contract/usage-metrics.ts'
import { DayChart } from '#kit/analytics/day-chart.tsx'
import { FigureCard } from '#kit/analytics/figure-card.tsx'
import { Cards, Panels } from '#kit/analytics/panel.tsx'
import { PeriodText } from '#kit/analytics/period-text.tsx'
import { previousOf } from '#kit/analytics/previous.ts'
import { RangePicker } from '#kit/analytics/range-picker.tsx'
import { byName, useRange } from '#kit/analytics/use-range.ts'
import { Freshness } from '#kit/freshness.tsx'
import { Page } from '#kit/page.tsx'
import { Reading } from '#kit/reading.tsx'
import { Skeleton } from '#kit/skeleton.tsx'
import { DeviceUsage } from './device-usage.tsx'
import { EngagementBands } from './engagement-bands.tsx'
import { Features } from './features.tsx'
import { UsageFigures } from './usage-figures.tsx'
import { useUsage } from './use-usage.ts'

/** Days of active users that are shown, whatever the period. */
const shown = 14
const cards = ['active_users', 'total_activities', 'device_events', 'total_conversations'] as const

/** Usage Metrics: who is active, in what, and how much. */
export function Component() {
  const { t } = useTranslation(['usage', 'navigation'])
  const range = useRange(usageRanges, '30d')
  const { reading, before } = useUsage(range)
  const was = previousOf(before)
  return (
    <Page
      title={t('navigation:screens.usageMetrics')}
      lead={t('lead')}
      freshness={<Freshness of={reading} />}
      range={<RangePicker of={range} />}
    >
      <UsageFigures time={byName(range)}>
        <Reading of={reading} failed={t('failed')} skeleton={<Skeleton rows={6} height={112} />}>
          {({ overview, daily, features, devices, engagement }) => (
            <>
              <PeriodText of={overview.period} />
              <section aria-labelledby="overview">
                <h2 id="overview" className="spoken">
                  {t('overview')}
                </h2>
                <Cards>
                  {cards.map(figure => (
                    <FigureCard
                      key={figure}
                      figure={figure}
                      value={overview[figure]}
                      previous={was(figure)}
                      good="more"
                    />
                  ))}
                </Cards>
              </section>
              <Panels>
                <EngagementBands of={engagement} />
                <DeviceUsage of={devices} was={was('active_devices')} />
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
        </Reading>
      </UsageFigures>
    </Page>
  )
}
