import { useTranslation } from 'react-i18next'
import type { Emotion } from '#contract/conversations/judgement.ts'
import { RankChart } from '#kit/analytics/rank-chart.tsx'
import type { Tone } from '#kit/chart/chart-data.ts'
import { type Conversations, useNames } from './use-conversations.ts'

const tones: Readonly<Record<Emotion, Tone>> = {
  happy: 'good',
  sad: 'info',
  anxious: 'warn',
  angry: 'bad',
  neutral: 'muted',
  confused: 'accent',
  excited: 'serious',
}

/** Distribution of emotions. */
export function Emotions({ of }: { of: Conversations['emotions'] }) {
  const { t } = useTranslation('conversation-analytics')
  const names = useNames()
  return (
    <RankChart
      title={t('emotions')}
      lead={t('emotionsLead')}
      of={t('facets.emotion')}
      figures={['turns']}
      ranks={of.map(({ emotion, count }) => ({
        key: emotion,
        label: names.emotion(emotion),
        held: { emotion },
        tone: tones[emotion as Emotion],
        values: { turns: count },
      }))}
      empty={t('none')}
    />
  )
}

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
