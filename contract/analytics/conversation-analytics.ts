import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Day, Instant, UserId } from '../kit/fields.ts'
import { drillDownEndpoint, type Figure } from '../kit/figure.ts'
import { daysQuery, Period } from '../kit/period.ts'
import { may } from '../kit/permissions.ts'

const path = '/api/conversation-analytics'
const access = may('analytics', 'list')

export const conversationRanges = ['7d', '30d', '90d', '365d'] as const

/** What the figures of conversations are made of; the rows are in `server/modules/analytics/conversation-analytics/parts.ts`. */
export type ConversationPart = 'conversations' | 'people' | 'turns' | 'felt_turns' | 'topics'

const figure = <const F extends Figure<ConversationPart>>(given: F) => given
const counted = <const Part extends ConversationPart>(part: Part) =>
  figure({ unit: 'count', formula: { sum: part } })

/** Every figure of conversations. Each can be opened, and filtered by the facets below. */
export const conversationFigures = {
  total_conversations: counted('conversations'),
  unique_users: counted('people'),
  average_sentiment: figure({ unit: 'score', formula: { mean: 'felt_turns' } }),
  turns: counted('turns'),
  topic_conversations: counted('topics'),
} as const satisfies Record<string, Figure<ConversationPart>>
export type ConversationFigure = keyof typeof conversationFigures

/** By what they can be filtered. */
export const conversationFacets = {
  user_id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'Must be a user_id')
    .optional(),
  emotion: z.string().max(40).optional(),
  topic: z.string().max(100).optional(),
}
export type ConversationFacet = keyof typeof conversationFacets

/** The mean of -1, sad, to 1, happy, over what people said; null where they said nothing. */
const Sentiment = z.number().nullable()
const Emotions = z.array(z.object({ emotion: z.string(), count: z.int() }))
const Topics = z.array(z.object({ topic: z.string(), count: z.int() }))
const Timeline = z.array(z.object({ date: Day, count: z.int() }))

export const conversationAnalytics = {
  summary: endpoint({
    method: 'GET',
    path: `${path}/summary`,
    summary: 'Count conversations and those who had them, with the mood of what was said',
    access,
    query: daysQuery(30),
    reply: z.object({
      period: Period,
      total_conversations: z.int(),
      unique_users: z.int(),
      average_sentiment: Sentiment,
      most_active_user: z.object({ user_id: UserId, conversation_count: z.int() }).nullable(),
    }),
  }),
  emotions: endpoint({
    method: 'GET',
    path: `${path}/emotions`,
    summary: 'Count what people said by its emotion, the most frequent first',
    access,
    query: daysQuery(30),
    reply: z.object({ period: Period, emotions: Emotions }),
  }),
  topics: endpoint({
    method: 'GET',
    path: `${path}/topics`,
    summary: 'Count conversations by topic, the most frequent first; one with several counts for each',
    access,
    query: daysQuery(30, { limit: z.coerce.number().int().min(1).max(100).prefault(10) }),
    reply: z.object({ period: Period, topics: Topics }),
  }),
  timeline: endpoint({
    method: 'GET',
    path: `${path}/timeline`,
    summary: 'Count conversations day by day',
    access,
    query: daysQuery(30),
    reply: z.object({ period: Period, timeline: Timeline }),
  }),
  sentimentTrend: endpoint({
    method: 'GET',
    path: `${path}/sentiment-trend`,
    summary: 'Show the mood of what was said, day by day',
    access,
    query: daysQuery(30),
    reply: z.object({
      period: Period,
      trend: z.array(z.object({ date: Day, average_sentiment: Sentiment, turns: z.int() })),
    }),
  }),
  ofUser: endpoint({
    method: 'GET',
    path: `${path}/user/{id}`,
    summary: 'Show the conversations of one person',
    access,
    query: daysQuery(30),
    reply: z.object({
      period: Period,
      user_id: UserId,
      total_conversations: z.int(),
      average_sentiment: Sentiment,
      last_conversation_at: Instant.nullable(),
      emotions: Emotions,
      topics: Topics,
      timeline: Timeline,
    }),
  }),
  open: drillDownEndpoint(`${path}/figures`, access, conversationFacets),
}
