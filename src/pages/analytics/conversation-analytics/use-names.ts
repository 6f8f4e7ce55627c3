import { useTranslation } from 'react-i18next'
import type { ConversationFacet } from '#contract/analytics/conversation-analytics.ts'

/** Display names of people, emotions and topics; falls back to the key. */
export function useNames(): Record<ConversationFacet, (value: string) => string> {
  const { t } = useTranslation(['conversation-analytics', 'conversations'])
  return {
    user_id: id => t('user', { id }),
    emotion: name => t(`conversations:emotion.${name as 'happy'}`, { defaultValue: name }),
    topic: name => t(`topic.${name as 'family'}`, { defaultValue: name }),
  }
}
