import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Day, Instant, UserId } from '../kit/fields.ts'
import { drillDownEndpoint, type Figure } from '../kit/figure.ts'
import { daysQuery, Period } from '../kit/period.ts'
import { may } from '../kit/permissions.ts'

const path = '/api/conversation-analytics'
const access = may('analytics', 'list')

export const conversationRanges = ['7d', '30d', '90d', '365d'] as const

/** The parts that conversation figures sum up; their rows are in `server/modules/analytics/conversation-analytics/parts.ts`. */
export type ConversationPart = 'conversations' | 'people' | 'turns' | 'felt_turns' | 'topics'

const figure = <const F extends Figure<ConversationPart>>(definition: F) => definition
const counted = <const Part extends ConversationPart>(part: Part) =>
  figure({ unit: 'count', formula: { sum: part } })

/** All conversation figures. Each can be drilled into and filtered by the facets below. */
export const conversationFigures = {
  total_conversations: counted('conversations'),
  unique_users: counted('people'),
  average_sentiment: figure({ unit: 'score', formula: { mean: 'felt_turns' } }),
  turns: counted('turns'),
  topic_conversations: counted('topics'),
} as const satisfies Record<string, Figure<ConversationPart>>
export type ConversationFigure = keyof typeof conversationFigures

/** Filters of the figures. */
export const conversationFacets = {
  user_id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'Must be a user_id')
    .optional(),
  emotion: z.string().max(40).optional(),
  topic: z.string().max(100).optional(),
}
export type ConversationFacet = keyof typeof conversationFacets

/** Mean sentiment from -1 (sad) to 1 (happy); null without messages. */
const Sentiment = z.number().nullable()
const Emotions = z.array(z.object({ emotion: z.string(), count: z.int() }))
const Topics = z.array(z.object({ topic: z.string(), count: z.int() }))
const Timeline = z.array(z.object({ date: Day, count: z.int() }))

export const conversationAnalytics = {
  summary: endpoint({
    method: 'GET',
    path: `${path}/summary`,
    summary: 'Get counts of conversations and people, with mean sentiment',
    access,
    mayLag: true,
    scope: 'analytics:read',
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
    summary: 'Count turns by emotion, most frequent first',
    access,
    mayLag: true,
    scope: 'analytics:read',
    query: daysQuery(30),
    reply: z.object({ period: Period, emotions: Emotions }),
  }),
  topics: endpoint({
    method: 'GET',
    path: `${path}/topics`,
    summary: 'Count conversations by topic, most frequent first; one with several topics counts for each',
    access,
    mayLag: true,
    scope: 'analytics:read',
    query: daysQuery(30, { limit: z.coerce.number().int().min(1).max(100).prefault(10) }),
    reply: z.object({ period: Period, topics: Topics }),
  }),
  timeline: endpoint({
    method: 'GET',
    path: `${path}/timeline`,
    summary: 'Count conversations by day',
    access,
    mayLag: true,
    scope: 'analytics:read',
    query: daysQuery(30),
    reply: z.object({ period: Period, timeline: Timeline }),
  }),
  sentimentTrend: endpoint({
    method: 'GET',
    path: `${path}/sentiment-trend`,
    summary: 'Get mean sentiment by day',
    access,
    mayLag: true,
    scope: 'analytics:read',
    query: daysQuery(30),
    reply: z.object({
      period: Period,
      trend: z.array(z.object({ date: Day, average_sentiment: Sentiment, turns: z.int() })),
    }),
  }),
  ofUser: endpoint({
    method: 'GET',
    path: `${path}/user/{id}`,
    summary: 'Get conversation statistics of a person',
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
