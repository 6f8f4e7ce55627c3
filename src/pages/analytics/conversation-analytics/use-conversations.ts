import { useTranslation } from 'react-i18next'
import { type ConversationFacet, conversationAnalytics } from '#contract/analytics/conversation-analytics.ts'
import { safetyIncidents } from '#contract/conversations/safety-incidents.ts'
import { type Range, type ReportOptions, useReport } from '#kit/analytics/use-range.ts'
import { call } from '#kit/call.ts'

async function now(options: ReportOptions) {
  const [summary, { emotions }, { topics }, { timeline }, { trend }, incidents] = await Promise.all([
    call(conversationAnalytics.summary, options),
    call(conversationAnalytics.emotions, options),
    call(conversationAnalytics.topics, options),
    call(conversationAnalytics.timeline, options),
    call(conversationAnalytics.sentimentTrend, options),
    call(safetyIncidents.timeline, options),
  ])
  return { summary, emotions, topics, timeline, trend, incidents: incidents.timeline }
}
export type Conversations = Awaited<ReturnType<typeof now>>

async function before(options: ReportOptions) {
  const [summary, { timeline }, { trend }] = await Promise.all([
    call(conversationAnalytics.summary, options),
    call(conversationAnalytics.timeline, options),
    call(conversationAnalytics.sentimentTrend, options),
  ])
  return { summary, timeline, trend }
}
export type PreviousPeriod = Awaited<ReturnType<typeof before>>['summary'] | null | undefined

export const useConversations = (range: Range) =>
  useReport('/api/conversation-analytics', range, { now, before })

/** Display names of people, emotions and topics; falls back to the key. */
export function useNames(): Record<ConversationFacet, (value: string) => string> {
  const { t } = useTranslation(['conversation-analytics', 'conversations'])
  return {
    user_id: id => t('user', { id }),
    emotion: name => t(`conversations:emotion.${name as 'happy'}`, { defaultValue: name }),
    topic: name => t(`topic.${name as 'family'}`, { defaultValue: name }),
  }
}
