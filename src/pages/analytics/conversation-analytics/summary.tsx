import { useTranslation } from 'react-i18next'
import { type Mood, moodOf } from '#contract/conversations/emotions.ts'
import { FigureCard } from '#kit/analytics/figure-card.tsx'
import { FigureCards } from '#kit/analytics/figure-cards.tsx'
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
  const mood = of.average_sentiment === null ? null : moodOf(of.average_sentiment)
  const most = of.most_active_user
  return (
    <>
      <FigureCards
        of={of}
        before={before}
        cards={[
          { of: 'total_conversations', good: 'more' },
          { of: 'unique_users', good: 'more' },
          {
            of: 'average_sentiment',
            good: 'more',
            tone: mood ? tones[mood] : undefined,
            note: mood && t(`conversations:details.moods.${mood}`),
          },
        ]}
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
