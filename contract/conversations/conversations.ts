import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Day, Id, Instant, reference, UserId } from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { may } from '../kit/permissions.ts'
import { Problem } from '../kit/problem.ts'
import { RiskLevel } from './judgement.ts'
import { EmotionName, Evidence } from './safety.ts'

export const tasks = [
  'mood_checkin',
  'wellness_encouragement',
  'small_talk',
  'memory_recall',
  'health_reminder',
] as const
export type Task = (typeof tasks)[number]

export const chatModels = ['gpt-4o-mini', 'gpt-4o', 'gpt-4', 'gpt-3.5-turbo'] as const
export type ChatModel = (typeof chatModels)[number]

/** The languages that conversations are held in. */
export const conversationLanguages = ['en', 'ja', 'es', 'fr', 'de', 'ar'] as const
export type ConversationLanguage = (typeof conversationLanguages)[number]

export const sessionStatuses = ['active', 'paused', 'ended'] as const
export type SessionStatus = (typeof sessionStatuses)[number]

/** A reviewer's verdict on a turn. */
export const verdicts = ['good', 'poor', 'false_alarm', 'missed_risk'] as const

export const Annotation = z.object({
  id: Id,
  message_id: Id,
  verdict: z.enum(verdicts),
  note: z.string(),
  author_name: z.string(),
  created_at: Instant,
})

/** Milliseconds per stage; null if a stage did not run. */
export const Latency = z.object({
  transcription_ms: z.number().nullable(),
  safety_ms: z.number().nullable(),
  first_words_ms: z.number().nullable(),
  model_ms: z.number().nullable(),
  speech_ms: z.number().nullable(),
  total_ms: z.number().nullable(),
})

/** A message. `content` and `evidence` are null if the caller may not read transcripts. */
export const Message = z.object({
  id: Id,
  type: z.enum(['user', 'assistant']),
  content: z.string().nullable(),
  timestamp: Instant,
  voice_input: z.boolean(),
  safety_flagged: z.boolean(),
  sentiment: z.number().nullable(),
  emotion: EmotionName.nullable(),
  risk_score: z.number().nullable(),
  risk_level: RiskLevel.nullable(),
  context: z.string().nullable(),
  evidence: z.array(Evidence).nullable(),
  /** The safety incident opened by this turn. */
  incident_id: Id.nullable(),
  /** The model that answered, or the embedded companion. */
  model: z.string().nullable(),
  /** Whether the answer was aborted. */
  stopped: z.boolean(),
  latency: Latency.nullable(),
  tokens: z.object({ input: z.int(), output: z.int() }).nullable(),
  /** USD at the model's price on that day; null if the price is unknown. */
  cost: z.number().nullable(),
  /** First day of the price used; null without a price or cost. */
  price_since: Day.nullable(),
  annotations: z.array(Annotation),
})
export type Message = z.infer<typeof Message>

/** A conversation without messages. */
export const SessionHead = z.object({
  /** Same as `session_id`. */
  id: Id,
  session_id: Id,
  user_id: UserId,
  user_name: z.string(),
  organization_id: reference('organizations'),
  task: z.enum(tasks),
  chat_model: z.enum(chatModels),
  language: z.enum(conversationLanguages),
  voice_input: z.boolean(),
  voice_output: z.boolean(),
  status: z.enum(sessionStatuses),
  /** Number of user turns. */
  turns: z.int(),
  topics: z.array(z.string()),
  average_sentiment: z.number().nullable(),
  highest_risk: z.number().nullable(),
  started_at: Instant,
  ended_at: Instant.nullable(),
})

export const Session = SessionHead.extend({
  /** Whether the caller may read the transcript. */
  text_visible: z.boolean(),
  messages: z.array(Message),
})
export type Session = z.infer<typeof Session>

export const NewSession = z.object({
  user_id: UserId.default(1),
  chat_model: z.enum(chatModels).default('gpt-4o-mini'),
  language: z.enum(conversationLanguages).default('en'),
  voice_input: z.boolean().default(false),
  voice_output: z.boolean().default(false),
  task: z.enum(tasks).default('mood_checkin'),
})

export const NewTurn = z.object({
  message: z.string().trim().min(1).max(4_000),
  voice_input: z.boolean().default(false),
  /** Transcription time in milliseconds, as returned by the transcription call. */
  transcription_ms: z.number().min(0).max(600_000).optional(),
  /**
   * Idempotency key. A turn resent after a failed answer is answered but not stored twice.
   */
  turn_id: Id.optional(),
})

/** A turn with its answer. */
export const Turn = z.object({ session: SessionHead, message: Message, reply: Message })

/** One NDJSON line of a streamed answer. */
export const TurnEvent = z.discriminatedUnion('type', [
  /** The turn is stored and assessed by the safety watch. */
  z.object({ type: z.literal('heard'), message: Message }),
  z.object({ type: z.literal('words'), text: z.string() }),
  z.object({ type: z.literal('done'), ...Turn.shape }),
  /** The answer failed; the turn stays stored and the session active. */
  z.object({ type: z.literal('failed'), problem: Problem }),
])
export type TurnEvent = z.infer<typeof TurnEvent>

/** A match in a transcript. */
export const TranscriptHit = z.object({
  session_id: Id,
  message_id: Id,
  user_id: UserId,
  user_name: z.string(),
  type: z.enum(['user', 'assistant']),
  timestamp: Instant,
  /** The match with the text around it. */
  before: z.string(),
  found: z.string(),
  after: z.string(),
})

const sessionList = listing('sessions', SessionHead, {
  filter: [
    'status',
    'task',
    'language',
    'user_id',
    'organization_id',
    'highest_risk',
    'average_sentiment',
    'started_at',
  ],
  sort: ['started_at'],
  search: ['user_name'],
  keyset: 'started_at',
})

const OneSession = z.object({ session: Session })

export const conversations = {
  list: endpoint({
    method: 'GET',
    path: '/api/ai/conversations/sessions',
    summary: 'List conversations, newest first',
    access: may('conversations', 'list'),
    mayLag: 'export',
    ...sessionList,
    reply: sessionList.reply.extend({ sessions: z.array(Session) }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/ai/conversations/sessions/{id}',
    summary: 'Get a conversation with its messages',
    access: may('conversations', 'show'),
    reply: OneSession,
  }),
  companion: endpoint({
    method: 'GET',
    path: '/api/ai/conversations/companion',
    summary: 'Get the companion that answers conversations',
    access: may('conversations', 'list'),
    reply: z.object({ name: z.string(), embedded: z.boolean() }),
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/ai/conversations/search',
    summary: 'Search the transcripts that the caller may read, newest first',
    access: may('conversations', 'list'),
    query: z.strictObject({
      q: z.string().trim().min(2).max(200),
      limit: z.coerce.number().int().min(1).max(100).default(30),
    }),
    reply: z.object({ hits: z.array(TranscriptHit) }),
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/ai/conversations/start',
    summary: 'Start a conversation',
    access: may('conversations', 'create'),
    body: NewSession,
    status: 201,
    reply: OneSession,
  }),
  message: endpoint({
    method: 'POST',
    path: '/api/ai/conversations/{id}/message',
    summary: 'Send a message and wait for the whole answer',
    access: may('conversations', 'update'),
    body: NewTurn,
    reply: Turn,
  }),
  stream: endpoint({
    method: 'POST',
    path: '/api/ai/conversations/{id}/message/stream',
    summary: 'Send a message and stream the answer as NDJSON; disconnecting aborts it',
    access: may('conversations', 'update'),
    body: NewTurn,
    status: 200,
  }),
  pause: endpoint({
    method: 'POST',
    path: '/api/ai/conversations/{id}/pause',
    summary: 'Pause a conversation',
    access: may('conversations', 'update'),
    reply: OneSession,
  }),
  resume: endpoint({
    method: 'POST',
    path: '/api/ai/conversations/{id}/resume',
    summary: 'Resume a paused conversation',
    access: may('conversations', 'update'),
    reply: OneSession,
  }),
  end: endpoint({
    method: 'POST',
    path: '/api/ai/conversations/{id}/end',
    summary: 'End a conversation',
    access: may('conversations', 'update'),
    reply: OneSession,
  }),
  annotate: endpoint({
    method: 'POST',
    path: '/api/ai/conversations/{id}/annotations',
    summary: 'Annotate a turn of a conversation',
    access: may('conversations', 'update'),
    body: z.object({
      message_id: Id,
      verdict: z.enum(verdicts),
      note: z.string().trim().max(2_000).default(''),
    }),
    status: 201,
    reply: Annotation,
  }),
  transcript: endpoint({
    method: 'GET',
    path: '/api/ai/conversations/{id}/transcript',
    summary: 'Download the transcript of a conversation',
    access: may('conversations', 'show'),
    query: z.strictObject({ format: z.enum(['txt', 'json']).default('txt') }),
    status: 200,
  }),
}
