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
