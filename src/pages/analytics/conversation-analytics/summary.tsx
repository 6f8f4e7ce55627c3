import { useTranslation } from 'react-i18next'
import { type Mood, moodOf } from '#contract/conversations/judgement.ts'
import { FigureCard, FigureCards } from '#kit/analytics/figure-cards.tsx'
import { type Conversations, type PreviousPeriod, useNames } from './use-conversations.ts'

const tones: Record<Mood, 'good' | 'bad' | undefined> = {
  positive: 'good',
  neutral: undefined,
  negative: 'bad',
}

export function Summary({ of, before }: { of: Conversations['summary']; before: PreviousPeriod }) {
  const { t } = useTranslation(['conversation-analytics', 'conversations'])
  const names = useNames()
  const mood = of.average_sentiment === null ? null : moodOf(of.average_sentiment)
  const mostActiveUser = of.most_active_user
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
        value={mostActiveUser?.conversation_count ?? 0}
        {...(mostActiveUser && { held: { user_id: String(mostActiveUser.user_id) } })}
        note={mostActiveUser ? names.user_id(String(mostActiveUser.user_id)) : t('noUser')}
      />
    </>
  )
}
