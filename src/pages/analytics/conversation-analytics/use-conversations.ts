import { conversationAnalytics } from '#contract/analytics/conversation-analytics.ts'
import { type Range, type ReportOptions, useReport } from '#kit/analytics/use-range.ts'
import { call } from '#kit/call.ts'

async function now(given: ReportOptions) {
  const [summary, { emotions }, { topics }, { timeline }, { trend }] = await Promise.all([
    call(conversationAnalytics.summary, given),
    call(conversationAnalytics.emotions, given),
    call(conversationAnalytics.topics, given),
    call(conversationAnalytics.timeline, given),
    call(conversationAnalytics.sentimentTrend, given),
  ])
  return { summary, emotions, topics, timeline, trend }
}
export type Conversations = Awaited<ReturnType<typeof now>>

const before = (given: ReportOptions) => call(conversationAnalytics.summary, given)
export type PreviousPeriod = Awaited<ReturnType<typeof before>> | null | undefined

export const useConversations = (range: Range) =>
  useReport('/api/conversation-analytics', range, { now, before })
