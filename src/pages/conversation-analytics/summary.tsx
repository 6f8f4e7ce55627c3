import { useTranslation } from 'react-i18next'
import { type Mood, moodOf } from '#contract/emotions.ts'
import { FigureCard } from '#kit/analytics/figure-card.tsx'
import { previousOf } from '#kit/analytics/previous.ts'
import type { Conversations, Earlier } from './use-conversations.ts'
import { useNames } from './use-names.ts'

const tones: Record<Mood, 'good' | 'bad' | undefined> = {
  positive: 'good',
  neutral: undefined,
  negative: 'bad',
}

export function Summary({ of, before }: { of: Conversations['summary']; before: Earlier }) {
  const { t } = useTranslation(['conversation-analytics', 'conversations'])
  const names = useNames()
  const was = previousOf(before)
  const mood = of.average_sentiment === null ? null : moodOf(of.average_sentiment)
  const most = of.most_active_user
  return (
    <>
      <FigureCard
        figure="total_conversations"
        value={of.total_conversations}
        previous={was('total_conversations')}
        good="more"
      />
      <FigureCard figure="unique_users" value={of.unique_users} previous={was('unique_users')} good="more" />
      <FigureCard
        figure="average_sentiment"
        value={of.average_sentiment}
        previous={was('average_sentiment')}
        good="more"
        tone={mood ? tones[mood] : undefined}
        note={mood && t(`conversations:details.moods.${mood}`)}
      />
      <FigureCard
        figure="total_conversations"
        title={t('mostActive')}
        value={most?.conversation_count ?? 0}
        {...(most && { held: { user_id: String(most.user_id) } })}
        note={most ? names.user_id(String(most.user_id)) : t('nobody')}
      />
    </>
  )
}
