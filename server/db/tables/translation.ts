import type { Instant } from './column.ts'

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
