import { useTranslation } from 'react-i18next'
import { conversationRanges } from '#contract/analytics/conversation-analytics.ts'
import { DayChart } from '#kit/analytics/day-chart.tsx'
import { KeyFigureCards } from '#kit/analytics/figure-cards.tsx'
import { FiguresPage, PeriodText } from '#kit/analytics/figures-page.tsx'
import { Panels } from '#kit/analytics/panel.tsx'
import { previousOf, useRange } from '#kit/analytics/use-range.ts'
import { ConversationFigures } from './conversation-figures.tsx'
import { Emotions, Topics } from './rankings.tsx'
import { Summary } from './summary.tsx'
import { useConversations } from './use-conversations.ts'

/** Days shown in the frequency chart, independent of the period. */
const chartDays = 14

/** Conversation Analytics: volume, topics and emotions. */
export function Component() {
  const { t } = useTranslation(['conversation-analytics', 'navigation'])
  const range = useRange(conversationRanges, '30d')
  const { reading, before } = useConversations(range)
  return (
    <FiguresPage
      title={t('navigation:screens.conversationAnalytics')}
      lead={t('lead')}
      range={range}
      report="conversations"
      reading={reading}
      failed={t('failed')}
      figures={ConversationFigures}
    >
      {({ summary, emotions, topics, timeline, trend, incidents }) => (
        <>
          <PeriodText of={summary.period} />
          <KeyFigureCards title={t('summary')}>
            <Summary of={summary} before={previousOf(before)('summary')} />
          </KeyFigureCards>
          <Panels>
            <Emotions of={emotions} />
            <Topics of={topics} />
            <DayChart
              title={t('frequency')}
              lead={t('frequencyLead')}
              period={summary.period}
              days={timeline.slice(-chartDays)}
              previous={before?.timeline.slice(-chartDays)}
              series={[{ figure: 'total_conversations', of: ({ count }) => count }]}
              form="bars"
              wide
            />
            <DayChart
              title={t('trend')}
              lead={t('trendLead')}
              period={summary.period}
              days={trend}
              previous={before?.trend}
              incidents={
                new Map(
                  incidents
                    .filter(({ incident_count }) => incident_count > 0)
                    .map(({ date, incident_count: count }) => [date, t('incidentCount', { count })]),
                )
              }
              series={[{ figure: 'average_sentiment', of: day => day.average_sentiment }]}
              wide
            />
          </Panels>
        </>
      )}
    </FiguresPage>
  )
}
