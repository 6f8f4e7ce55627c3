import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant, reference, UserId } from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { may } from '../kit/permissions.ts'
import { Region } from '../kit/region.ts'

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
  /** One whose end nobody tells of within 24 hours counts as failed, until somebody does. */
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

/** The languages that the translation service takes and gives: IETF tags without a region. */
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

/** Nothing was translated before: an instant that is earlier, or later than now, is a mistake. */
const earliest = '2000-01-01T00:00:00Z'
const Reported = Instant.refine(instant => Date.parse(instant) >= Date.parse(earliest), {
  error: `Must not be before ${earliest.slice(0, 4)}`,
  abort: true,
})

/** What the translation service reports of a session: once it starts, and again, by the same key, once it ends. */
export const ReportedTranslationSession = z
  .strictObject({
    /** The reporter's own name for the session: what comes twice by one key is one session. */
    session_key: z.string().trim().min(1).max(200),
    user_id: UserId.nullable().optional(),
    source_language: TranslationLanguage,
    target_language: TranslationLanguage,
    mode: CapabilityMode,
    /** Where it was spoken; without it, the organization's. */
    region: Region.optional(),
    status: TranslationSession.shape.status,
    latency_ms: Measured,
    transcription_ms: Measured,
    model_ms: Measured,
    speech_ms: Measured,
    /** At most two minutes ahead of the server's clock. */
    started_at: Reported,
    /** Without it, a session that is over ended when the server was told so. */
    ended_at: Reported.nullable().optional(),
  })
  .refine(({ started_at, ended_at }) => !ended_at || Date.parse(ended_at) >= Date.parse(started_at), {
    path: ['ended_at'],
    error: 'Must not be before started_at',
  })
  .refine(({ status, ended_at }) => status !== 'active' || !ended_at, {
    path: ['ended_at'],
    error: 'A session that goes on has not ended',
  })

export const translationSessions = {
  report: endpoint({
    method: 'POST',
    path: '/api/translation-sessions',
    summary: 'Report a translation session, or how one went on that was reported before',
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
