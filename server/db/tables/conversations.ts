import type { ColumnType, Generated } from 'kysely'
import type { Instant, Json } from './column.ts'

export interface Conversations {
  id: string
  organization_id: string
  person_id: string
  task: string
  chat_model: string
  language: string
  voice_input: Generated<boolean>
  voice_output: Generated<boolean>
  status: 'active' | 'paused' | 'ended'
  topics: Generated<string[]>
  turns: Generated<number>
  average_sentiment: number | null
  highest_risk: number | null
  dialogue: ColumnType<unknown, string | undefined, string>
  started_at: Instant
  ended_at: Instant | null
}

export interface Messages {
  organization_id: string
  id: string
  conversation_id: string
  person_id: string
  type: 'user' | 'assistant'
  content: string
  voice_input: Generated<boolean>
  safety_flagged: Generated<boolean>
  sentiment: number | null
  emotion: string | null
  risk_score: number | null
  context: string | null
  evidence: Json<unknown> | null
  latency: Json<unknown> | null
  tokens: Json<unknown> | null
  model: string | null
  stopped: Generated<boolean>
  ts: Instant
}

export interface MessageAnnotations {
  id: string
  organization_id: string
  conversation_id: string
  message_id: string
  author_id: string
  verdict: string
  note: Generated<string>
  created_at: Generated<Instant>
}

export interface TurnReviews {
  id: string
  organization_id: string
  person_id: string
  conversation_id: string
  message_id: string
  reason: string
  category: string | null
  risk_score: number
  created_at: Generated<Instant>
}

export interface TurnReviewAnswers {
  review_id: string
  reviewer_id: string
  answer: string
  missed: string | null
  note: Generated<string>
  created_at: Generated<Instant>
}

export interface CompanionFacts {
  person_id: string
  organization_id: string
  language: string
  subject: string
  statement: string
  conversation_id: string
  said_at: Instant
}

export interface SafetyIncidents {
  id: string
  organization_id: string
  person_id: string
  conversation_id: string | null
  message_id: string | null
  alert_id: string | null
  risk_score: number
  context: string
  emotion: string | null
  escalation_needed: Generated<boolean>
  ts: Instant
}

export interface TranslationSessions {
  organization_id: string
  id: string
  person_id: string | null
  source_language: string
  target_language: string
  mode: 'negotiation' | 'de_escalation' | 'authority' | 'medical' | 'factory_qa'
  region: string
  status: 'active' | 'completed' | 'failed'
  transcription_ms: number | null
  model_ms: number | null
  speech_ms: number | null
  latency_ms: number | null
  started_at: Instant
  ended_at: Instant | null
}

export interface TranslationSessionKeys {
  session_key: string
  organization_id: string
  started_at: Instant
  session_id: string | null
}
