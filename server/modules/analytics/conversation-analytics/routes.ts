import { conversationAnalytics } from '#contract/analytics/conversation-analytics.ts'
import { daysOf, periodOf } from '#server/kit/period.ts'
import { findAccessiblePerson } from '#server/kit/person.ts'
import { serve } from '#server/kit/serve.ts'
import {
  byDay,
  conversations,
  meanOf,
  ranking,
  readRollups,
  requestedRange,
  rounded,
  sumOf,
  turns,
} from '#server/rollups/index.ts'
import { figures } from './parts.ts'
import { findMostActiveUser, getPersonStatistics } from './queries.ts'

export default serve(conversationAnalytics)({
  summary: async call => {
    const span = await requestedRange(call)
    return readRollups(call, span, async (reader, db) => {
      return {
        period: periodOf(span),
        total_conversations: sumOf(await reader.cells(conversations, ['all'])),
        unique_users: await reader.distinct([[conversations, 'people']]),
        average_sentiment: meanOf(await reader.cells(turns, ['sentiment']), 3),
        most_active_user: await findMostActiveUser(db, await reader.members(conversations, 'people')),
      }
    })
  },
  emotions: async call => {
    const span = await requestedRange(call)
    const cells = await readRollups(call, span, reader => reader.cells(turns, ['emotion']))
    return {
      period: periodOf(span),
      emotions: ranking(cells, 'emotion').map(({ key, count }) => ({ emotion: key, count })),
    }
  },
  topics: async call => {
    const span = await requestedRange(call)
    const cells = await readRollups(call, span, reader => reader.cells(conversations, ['topic']))
    const topics = ranking(cells, 'topic').map(({ key, count }) => ({ topic: key, count }))
    return { period: periodOf(span), topics: topics.slice(0, call.query.limit) }
  },
  timeline: async call => {
    const span = await requestedRange(call)
    const cells = await readRollups(call, span, reader => reader.sums(conversations, ['all'], 'day'))
    return {
      period: periodOf(span),
      timeline: byDay(cells, span).map(({ date, cells }) => ({ date, count: sumOf(cells) })),
    }
  },
  sentimentTrend: async call => {
    const span = await requestedRange(call)
    const cells = await readRollups(call, span, reader => reader.sums(turns, ['sentiment'], 'day'))
    return {
      period: periodOf(span),
      trend: byDay(cells, span).map(({ date, cells }) => ({
        date,
        average_sentiment: meanOf(cells, 3),
        turns: sumOf(cells),
      })),
    }
  },
  ofUser: async call => {
    const { id, user_id } = await findAccessiblePerson(call, call.params.id)
    const span = await requestedRange(call)
    const spoken = await getPersonStatistics(call.db, id, span)
    const days = new Map(spoken.days.map(({ key, count }) => [key, count]))
    return {
      period: periodOf(span),
      user_id,
      total_conversations: spoken.conversations,
      average_sentiment: spoken.sentiment === null ? null : rounded(spoken.sentiment, 3),
      last_conversation_at: spoken.last_at,
      emotions: spoken.emotions.map(({ key, count }) => ({ emotion: key, count })),
      topics: spoken.topics.map(({ key, count }) => ({ topic: key, count })),
      timeline: daysOf(span).map(date => ({ date, count: days.get(date) ?? 0 })),
    }
  },
  open: call => figures.open(call),
})
