import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Day, Id, Instant, reference, UserId } from './fields.ts'
import { listing } from './listing.ts'
import { may } from './permissions.ts'
import { Problem } from './problem.ts'
import { Emotion, Evidence, riskLevels } from './safety.ts'

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

/** What a reviewer can find of a turn. */
export const verdicts = ['good', 'poor', 'false_alarm', 'missed_risk'] as const

export const Annotation = z.object({
  id: Id,
  message_id: Id,
  verdict: z.enum(verdicts),
  note: z.string(),
  author_name: z.string(),
  created_at: Instant,
})

/** How long each stage of an answer took, in milliseconds; null where a stage did not run. */
export const Latency = z.object({
  transcription_ms: z.number().nullable(),
  safety_ms: z.number().nullable(),
  first_words_ms: z.number().nullable(),
  model_ms: z.number().nullable(),
  speech_ms: z.number().nullable(),
  total_ms: z.number().nullable(),
})

/** What was said once. What the caller may not read is null: its text, and the words of the evidence. */
export const Message = z.object({
  id: Id,
  type: z.enum(['user', 'assistant']),
  content: z.string().nullable(),
  timestamp: Instant,
  voice_input: z.boolean(),
  safety_flagged: z.boolean(),
  sentiment: z.number().nullable(),
  emotion: Emotion.nullable(),
  risk_score: z.number().nullable(),
  risk_level: z.enum(riskLevels).nullable(),
  context: z.string().nullable(),
  evidence: z.array(Evidence).nullable(),
  /** The safety incident that this turn opened. */
  incident_id: Id.nullable(),
  /** Who or what answered: a model's name, or the embedded companion. */
  model: z.string().nullable(),
  /** Whether the answer was stopped before its end. */
  stopped: z.boolean(),
  latency: Latency.nullable(),
  tokens: z.object({ input: z.int(), output: z.int() }).nullable(),
  /** In USD, by the model's prices of that day; null where they are not known. */
  cost: z.number().nullable(),
  /** The day since which the prices of that cost hold; null where there is none, or nothing is paid for. */
  price_since: Day.nullable(),
  annotations: z.array(Annotation),
})
export type Message = z.infer<typeof Message>

/** A conversation without what was said in it. */
export const SessionHead = z.object({
  /** The same as `session_id`. */
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
  /** Turns of the user. */
  turns: z.int(),
  topics: z.array(z.string()),
  average_sentiment: z.number().nullable(),
  highest_risk: z.number().nullable(),
  started_at: Instant,
  ended_at: Instant.nullable(),
})

export const Session = SessionHead.extend({
  /** Whether the caller may read what was said. */
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
  /** How long it took to write it down, in milliseconds, as the transcription told. */
  transcription_ms: z.number().min(0).max(600_000).optional(),
  /**
   * Names the turn. Sent again with the same one, after an answer that failed, it is answered and not said twice.
   */
  turn_id: Id.optional(),
})

/** A turn and its answer. */
export const Turn = z.object({ session: SessionHead, message: Message, reply: Message })

/** One line of a streamed answer. */
export const TurnEvent = z.discriminatedUnion('type', [
  /** The turn is stored, and what the safety watch found in it is known. */
  z.object({ type: z.literal('heard'), message: Message }),
  /** The next words of the answer. */
  z.object({ type: z.literal('words'), text: z.string() }),
  z.object({ type: z.literal('done'), ...Turn.shape }),
  /** The answer failed; the turn stays, and the session goes on. */
  z.object({ type: z.literal('failed'), problem: Problem }),
])
export type TurnEvent = z.infer<typeof TurnEvent>

/** A place in a transcript. */
export const TranscriptHit = z.object({
  session_id: Id,
  message_id: Id,
  user_id: UserId,
  user_name: z.string(),
  type: z.enum(['user', 'assistant']),
  timestamp: Instant,
  /** The words around, with what was found between them. */
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
    ...sessionList,
    reply: sessionList.reply.extend({ sessions: z.array(Session) }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/ai/conversations/sessions/{id}',
    summary: 'Show a conversation with what was said',
    access: may('conversations', 'show'),
    reply: OneSession,
  }),
  companion: endpoint({
    method: 'GET',
    path: '/api/ai/conversations/companion',
    summary: 'Tell what answers in conversations',
    access: may('conversations', 'list'),
    reply: z.object({ name: z.string(), embedded: z.boolean() }),
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/ai/conversations/search',
    summary: 'Search what was said in the conversations that the caller may read, newest first',
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
    summary: 'Say something and wait for the whole answer',
    access: may('conversations', 'update'),
    body: NewTurn,
    reply: Turn,
  }),
  stream: endpoint({
    method: 'POST',
    path: '/api/ai/conversations/{id}/message/stream',
    summary: 'Say something and read the answer as it comes: a JSON line for each part; hanging up stops it',
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
    summary: 'Judge a turn of a conversation',
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
    summary: 'Download what was said in a conversation',
    access: may('conversations', 'show'),
    query: z.strictObject({ format: z.enum(['txt', 'json']).default('txt') }),
    status: 200,
  }),
}
