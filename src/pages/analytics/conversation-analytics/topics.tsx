import { useTranslation } from 'react-i18next'
import { RankChart } from '#kit/analytics/rank-chart.tsx'
import type { Conversations } from './use-conversations.ts'
import { useNames } from './use-names.ts'

/** Top ten topics. */
export function Topics({ of }: { of: Conversations['topics'] }) {
  const { t } = useTranslation('conversation-analytics')
  const names = useNames()
  return (
    <RankChart
      title={t('topics')}
      lead={t('topicsLead')}
      of={t('facets.topic')}
      figures={['topic_conversations']}
      ranks={of.map(({ topic, count }) => ({
        key: topic,
        label: names.topic(topic),
        held: { topic },
        values: { topic_conversations: count },
      }))}
      empty={t('none')}
    />
  )
}
