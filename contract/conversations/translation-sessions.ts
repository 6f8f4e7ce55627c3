import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant, Region, reference, UserId } from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { may } from '../kit/permissions.ts'

/** Purpose of a translation; decides tone and vocabulary. */
export const CapabilityMode = z.enum(['negotiation', 'de_escalation', 'authority', 'medical', 'factory_qa'])

const Milliseconds = z.int().min(0).nullable().meta({ unit: 'milliseconds' })

/** A translated segment of speech, as reported by the translation service. */
export const TranslationSession = z.object({
  id: Id,
  started_at: Instant,
  source_language: z.string(),
  target_language: z.string(),
  mode: CapabilityMode,
  /** Without an end report within 24 hours a session counts as failed until one arrives. */
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

/** Supported languages: IETF tags without a region. */
export const translationLanguages = [
  'en',
  'es',
  'fr',
  'de',
  'ja',
  'zh',
  'ar',
  'pt',
  'it',
  'ru',
  'ko',
  'hi',
  'tr',
  'pl',
  'nl',
  'uk',
  'vi',
  'el',
  'he',
  'th',
  'sv',
  'ro',
  'cs',
  'hu',
  'id',
  'fi',
  'da',
  'no',
  'bn',
  'fa',
  'ur',
  'ms',
] as const
const TranslationLanguage = z.enum(translationLanguages)
const Measured = z.int().min(0).max(600_000).nullable().optional()

/** Before the service existed: earlier instants are errors. */
const earliest = '2000-01-01T00:00:00Z'
const Reported = Instant.refine(instant => Date.parse(instant) >= Date.parse(earliest), {
  error: `Must not be before ${earliest.slice(0, 4)}`,
  abort: true,
})

/** A report by the translation service, sent at the start of a session and again, with the same key, at its end. */
export const ReportedTranslationSession = z
  .strictObject({
    /** Idempotency key chosen by the reporter; one session per key. */
    session_key: z.string().trim().min(1).max(200),
    user_id: UserId.nullable().optional(),
    source_language: TranslationLanguage,
    target_language: TranslationLanguage,
    mode: CapabilityMode,
    /** Defaults to the organization's region. */
    region: Region.optional(),
    status: TranslationSession.shape.status,
    latency_ms: Measured,
    transcription_ms: Measured,
    model_ms: Measured,
    speech_ms: Measured,
    /** May be at most two minutes ahead of the server's clock. */
    started_at: Reported,
    /** Defaults to the time of the report if the session is over. */
    ended_at: Reported.nullable().optional(),
  })
  .refine(({ started_at, ended_at }) => !ended_at || Date.parse(ended_at) >= Date.parse(started_at), {
    path: ['ended_at'],
    error: 'Must not be before started_at',
  })
  .refine(({ status, ended_at }) => status !== 'active' || !ended_at, {
    path: ['ended_at'],
    error: 'Must be absent while the session is active',
  })

export const translationSessions = {
  report: endpoint({
    method: 'POST',
    path: '/api/translation-sessions',
    summary: 'Report the start or the end of a translation session',
    access: may('analytics', 'create'),
    scope: 'translation-sessions:write',
    rateLimit: 'telemetry',
    body: ReportedTranslationSession,
    status: 201,
    reply: TranslationSession,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/translation-sessions',
    summary: 'List translation sessions, newest first',
    access: may('analytics', 'list'),
    mayLag: true,
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
