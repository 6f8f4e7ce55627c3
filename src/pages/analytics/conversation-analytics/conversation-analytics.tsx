import { useTranslation } from 'react-i18next'
import { conversationRanges } from '#contract/analytics/conversation-analytics.ts'
import { DayChart } from '#kit/analytics/day-chart.tsx'
import { ChiefFigures } from '#kit/analytics/figure-cards.tsx'
import { FiguresPage } from '#kit/analytics/figures-page.tsx'
import { Panels } from '#kit/analytics/panel.tsx'
import { PeriodText } from '#kit/analytics/period-text.tsx'
import { useRange } from '#kit/analytics/use-range.ts'
import { ConversationFigures } from './conversation-figures.tsx'
import { Emotions } from './emotions.tsx'
import { Summary } from './summary.tsx'
import { Topics } from './topics.tsx'
import { useConversations } from './use-conversations.ts'

/** Days of frequency that are shown, whatever the period. */
const shown = 14

/** Conversation Analytics: how much people talk with the companion, of what, and in which mood. */
export function Component() {
  const { t } = useTranslation(['conversation-analytics', 'navigation'])
  const range = useRange(conversationRanges, '30d')
  const { reading, before } = useConversations(range)
  return (
    <FiguresPage
      title={t('navigation:screens.conversationAnalytics')}
      lead={t('lead')}
      range={range}
      reading={reading}
      failed={t('failed')}
      figures={ConversationFigures}
    >
      {({ summary, emotions, topics, timeline, trend }) => (
        <>
          <PeriodText of={summary.period} />
          <ChiefFigures title={t('summary')}>
            <Summary of={summary} before={before} />
          </ChiefFigures>
          <Panels>
            <Emotions of={emotions} />
            <Topics of={topics} />
            <DayChart
              title={t('frequency')}
              lead={t('frequencyLead')}
              period={summary.period}
              days={timeline.slice(-shown)}
              series={[{ figure: 'total_conversations', of: ({ count }) => count }]}
              as="bars"
              broad
            />
            <DayChart
              title={t('trend')}
              lead={t('trendLead')}
              period={summary.period}
              days={trend}
              series={[{ figure: 'average_sentiment', of: day => day.average_sentiment }]}
              broad
            />
          </Panels>
        </>
      )}
    </FiguresPage>
  )
}
