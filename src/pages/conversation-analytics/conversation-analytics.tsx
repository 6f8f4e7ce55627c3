import { useTranslation } from 'react-i18next'
import { conversationRanges } from '#contract/conversation-analytics.ts'
import { DayChart } from '#kit/analytics/day-chart.tsx'
import { Cards, Panels } from '#kit/analytics/panel.tsx'
import { PeriodText } from '#kit/analytics/period-text.tsx'
import { RangePicker } from '#kit/analytics/range-picker.tsx'
import { byName, useRange } from '#kit/analytics/use-range.ts'
import { Freshness } from '#kit/freshness.tsx'
import { Page } from '#kit/page.tsx'
import { Reading } from '#kit/reading.tsx'
import { Skeleton } from '#kit/skeleton.tsx'
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
    <Page
      title={t('navigation:screens.conversationAnalytics')}
      lead={t('lead')}
      freshness={<Freshness of={reading} />}
      range={<RangePicker of={range} />}
    >
      <ConversationFigures time={byName(range)}>
        <Reading of={reading} failed={t('failed')} skeleton={<Skeleton rows={6} height={112} />}>
          {({ summary, emotions, topics, timeline, trend }) => (
            <>
              <PeriodText of={summary.period} />
              <section aria-labelledby="summary">
                <h2 id="summary" className="spoken">
                  {t('summary')}
                </h2>
                <Cards>
                  <Summary of={summary} before={before} />
                </Cards>
              </section>
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
        </Reading>
      </ConversationFigures>
    </Page>
  )
}
