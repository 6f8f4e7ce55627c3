import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id } from '../kit/fields.ts'
import { may } from '../kit/permissions.ts'
import { speechModels, type VoiceLanguageCode, voiceLanguages } from './voice-languages.ts'

export const VoiceLanguageId = z.enum(
  voiceLanguages.map(({ code }) => code) as [VoiceLanguageCode, ...VoiceLanguageCode[]],
)

const VoiceId = z.string().trim().min(1).max(100)

/** Known limits of a voice: reads only kana and common kanji; only partly intelligible. */
export const limits = ['common_kanji', 'partly_intelligible'] as const
export type Limit = (typeof limits)[number]

/** A voice of a language. */
export const Voice = z.object({
  voice_id: VoiceId,
  name: z.string(),
  /** `premade`, `cloned`, … with ElevenLabs; `synthetic` with the embedded engine. */
  category: z.string(),
  limit: z.enum(limits).nullable(),
})
export type Voice = z.infer<typeof Voice>

export const providers = ['elevenlabs', 'embedded'] as const
export type Provider = (typeof providers)[number]

const LanguageSetting = z.object({
  preferredVoice: VoiceId,
  preferredVoiceName: z.string().trim().min(1).max(200),
  model: z.enum(speechModels),
})
export type LanguageSetting = z.infer<typeof LanguageSetting>

/** Chosen voices by language code; languages without a choice are omitted. */
export const LanguageSettings = z.partialRecord(VoiceLanguageId, LanguageSetting)
export type LanguageSettings = z.infer<typeof LanguageSettings>

const SpokenText = z.string().trim().min(1).max(4_000)

/** About half an hour of speech as recorded by browsers. */
export const maxRecordingBytes = 10_000_000

/** Accepted recordings: any browser format, or only 16-bit WAV. */
export const recordingKinds = ['any', 'wav'] as const
export type RecordingKind = (typeof recordingKinds)[number]

/** Speech services of this installation. */
export const SpeechAbilities = z.object({
  voices: z.object({
    provider: z.enum(providers),
    /** Name on the System status screen. */
    name: z.string(),
    languages: z.array(VoiceLanguageId),
  }),
  transcription: z.object({
    available: z.boolean(),
    name: z.string().nullable(),
    /** Supported languages; null if not limited. */
    languages: z.array(z.string()).nullable(),
    takes: z.enum(recordingKinds),
    /** Maximum recording length in seconds; null if unknown. */
    longest: z.int().nullable(),
  }),
})

export type SpeechAbilities = z.infer<typeof SpeechAbilities>

export const speech = {
  abilities: endpoint({
    method: 'GET',
    path: '/api/ai/speech',
    summary: 'Get the speech services of this installation',
    access: 'signed-in',
    reply: SpeechAbilities,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/language-settings',
    summary: 'Get the chosen voice of each language',
    access: may('voice_settings', 'show'),
    reply: LanguageSettings,
  }),
  choose: endpoint({
    method: 'POST',
    path: '/api/language-settings',
    summary: 'Set the voices of languages; omitted languages stay unchanged',
    access: may('voice_settings', 'update'),
    body: LanguageSettings,
    reply: LanguageSettings,
  }),
  voices: endpoint({
    method: 'POST',
    path: '/ai/voices',
    summary:
      'List the voices of a language; the reply names the provider used if the requested one is not configured',
    access: may('voice_settings', 'list'),
    body: z.object({
      provider: z.enum(providers).default('elevenlabs'),
      language: VoiceLanguageId,
    }),
    reply: z.object({ provider: z.enum(providers), voices: z.array(Voice) }),
  }),
  preview: endpoint({
    method: 'POST',
    path: '/ai/text-to-speech',
    summary: 'Synthesize speech with a given voice',
    access: may('voice_settings', 'show'),
    body: z.object({
      text: SpokenText,
      provider: z.enum(providers).default('elevenlabs'),
      voice: VoiceId,
      model: z.enum(speechModels).default('eleven_multilingual_v2'),
    }),
    status: 200,
  }),
  speak: endpoint({
    method: 'POST',
    path: '/api/ai/text-to-speech',
    summary: 'Synthesize speech with the chosen voice of a language',
    access: may('conversations', 'show'),
    body: z.object({
      text: SpokenText,
      language: VoiceLanguageId.default('en'),
      /** The conversation answer being spoken; its speech latency is recorded. */
      answer: z.object({ session_id: Id, message_id: Id }).optional(),
    }),
    status: 200,
  }),
}

export const transcriptions = {
  create: endpoint({
    method: 'POST',
    path: '/api/ai/speech-to-text',
    summary: 'Transcribe a recording; the text is empty if there is no speech',
    access: may('conversations', 'update'),
    consumes: 'multipart/form-data',
    body: z.strictObject({
      audio: z.file().min(1).max(maxRecordingBytes),
      language: VoiceLanguageId.default('en'),
    }),
    reply: z.object({
      text: z.string(),
      language: VoiceLanguageId,
      model: z.string(),
      /** Duration in milliseconds. */
      took_ms: z.number(),
    }),
  }),
}
