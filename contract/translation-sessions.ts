import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant, reference } from './fields.ts'
import { listing } from './listing.ts'
import { Region } from './organizations.ts'
import { may } from './permissions.ts'

/** What a translation is for: it decides tone and vocabulary. */
export const CapabilityMode = z.enum(['negotiation', 'de_escalation', 'authority', 'medical', 'factory_qa'])

const Milliseconds = z.int().min(0).nullable().meta({ unit: 'milliseconds' })

/** A stretch of speech translated for a client, as the translation service reported it. */
export const TranslationSession = z.object({
  id: Id,
  started_at: Instant,
  source_language: z.string(),
  target_language: z.string(),
  mode: CapabilityMode,
  status: z.enum(['active', 'completed', 'failed']),
  region: Region,
  latency_ms: Milliseconds,
  transcription_ms: Milliseconds,
  model_ms: Milliseconds,
  speech_ms: Milliseconds,
  organization_id: reference('organizations'),
  person_id: Id.nullable(),
  ended_at: Instant.nullable(),
})

export const translationSessions = {
  list: endpoint({
    method: 'GET',
    path: '/api/translation-sessions',
    summary: 'List translation sessions, newest first',
    access: may('analytics', 'list'),
    ...listing('translation_sessions', TranslationSession, {
      filter: [
        'status',
        'mode',
        'source_language',
        'target_language',
        'region',
        'latency_ms',
        'organization_id',
        'started_at',
      ],
      sort: ['started_at'],
      search: [],
      keyset: 'started_at',
    }),
  }),
}
