import { useTranslation } from 'react-i18next'
import { usageRanges } from '#contract/analytics/usage-metrics.ts'
import { DayChart } from '#kit/analytics/day-chart.tsx'
import { FigureCards, KeyFigureCards } from '#kit/analytics/figure-cards.tsx'
import { FiguresPage, PeriodText } from '#kit/analytics/figures-page.tsx'
import { Panels } from '#kit/analytics/panel.tsx'
import { previousOf, useRange } from '#kit/analytics/use-range.ts'
import { DeviceUsage, EngagementBands, Features } from './breakdowns.tsx'
import { UsageFigures } from './usage-figures.tsx'
import { useUsage } from './use-usage.ts'

/** Days shown in the active-users chart, independent of the period. */
const chartDays = 14
const cards = (['active_users', 'total_activities', 'device_events', 'total_conversations'] as const).map(
  of => ({ of, good: 'more' }) as const,
)

/** Usage Metrics: active users, features and devices. */
export function Component() {
  const { t } = useTranslation(['usage', 'navigation'])
  const range = useRange(usageRanges, '30d')
  const { reading, before } = useUsage(range)
  return (
    <FiguresPage
      title={t('navigation:screens.usageMetrics')}
      lead={t('lead')}
      range={range}
      report="usage"
      reading={reading}
      failed={t('failed')}
      figures={UsageFigures}
    >
      {({ overview, daily, features, devices, engagement }) => (
        <>
          <PeriodText of={overview.period} />
          <KeyFigureCards title={t('overview')}>
            <FigureCards of={overview} before={previousOf(before)('overview')} cards={cards} />
          </KeyFigureCards>
          <Panels>
            <EngagementBands of={engagement} />
            <DeviceUsage of={devices} was={previousOf(before)('active_devices')} />
            <DayChart
              title={t('daily')}
              lead={t('dailyLead')}
              period={overview.period}
              days={daily.slice(-chartDays)}
              previous={before?.daily.slice(-chartDays)}
              series={[{ figure: 'active_users', of: ({ count }) => count }]}
              form="bars"
              wide
            />
            <Features of={features} />
          </Panels>
        </>
      )}
    </FiguresPage>
  )
}
