import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id } from '../kit/fields.ts'
import { may } from '../kit/permissions.ts'
import { speechModels, type VoiceLanguageCode, voiceLanguages } from './voice-languages.ts'

export const VoiceLanguageId = z.enum(
  voiceLanguages.map(({ code }) => code) as [VoiceLanguageCode, ...VoiceLanguageCode[]],
)

const VoiceId = z.string().trim().min(1).max(100)

/** What makes a voice less than it seems: it reads kana and the kanji of common words; it is understood only in part. */
export const limits = ['common_kanji', 'partly_intelligible'] as const
export type Limit = (typeof limits)[number]

/** Somebody, or something, that speaks a language. */
export const Voice = z.object({
  voice_id: VoiceId,
  name: z.string(),
  /** How it came to be: `premade`, `cloned`, … with ElevenLabs, `synthetic` with the embedded engine. */
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

/** The chosen voices, by the code of their language; languages without a choice are left out. */
export const LanguageSettings = z.partialRecord(VoiceLanguageId, LanguageSetting)
export type LanguageSettings = z.infer<typeof LanguageSettings>

/** The longest text that is spoken at once. */
const SpokenText = z.string().trim().min(1).max(4_000)

/** Of a recording: half an hour of speech as browsers record it. */
export const maxRecordingBytes = 10_000_000

/** What recordings are taken: whatever browsers make, or WAV files of 16-bit samples alone. */
export const recordingKinds = ['any', 'wav'] as const
export type RecordingKind = (typeof recordingKinds)[number]

/** What speaks and what listens in this installation. */
export const SpeechAbilities = z.object({
  voices: z.object({
    provider: z.enum(providers),
    /** What the System status screen calls it. */
    name: z.string(),
    /** The languages that it speaks. */
    languages: z.array(VoiceLanguageId),
  }),
  transcription: z.object({
    available: z.boolean(),
    name: z.string().nullable(),
    /** The languages that it understands; null where it is not limited to some. */
    languages: z.array(z.string()).nullable(),
    takes: z.enum(recordingKinds),
    /** The longest recording, in seconds; null where that is not known. */
    longest: z.int().nullable(),
  }),
})

export type SpeechAbilities = z.infer<typeof SpeechAbilities>

export const speech = {
  abilities: endpoint({
    method: 'GET',
    path: '/api/ai/speech',
    summary: 'Tell what speaks and what listens in this installation',
    access: 'signed-in',
    reply: SpeechAbilities,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/language-settings',
    summary: 'Show the chosen voice of each language',
    access: may('voice_settings', 'show'),
    reply: LanguageSettings,
  }),
  choose: endpoint({
    method: 'POST',
    path: '/api/language-settings',
    summary: 'Choose voices of languages; what is left out stays',
    access: may('voice_settings', 'update'),
    body: LanguageSettings,
    reply: LanguageSettings,
  }),
  voices: endpoint({
    method: 'POST',
    path: '/ai/voices',
    summary: 'List the voices of a language; the reply names who speaks where the wished one is not set up',
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
    summary: 'Speak a text by a voice: an audio file',
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
    summary: 'Speak a text by the chosen voice of its language: an audio file',
    access: may('conversations', 'show'),
    body: z.object({
      text: SpokenText,
      language: VoiceLanguageId.default('en'),
      /** The answer of a conversation that this speaks: its time is noted with the answer's. */
      answer: z.object({ session_id: Id, message_id: Id }).optional(),
    }),
    status: 200,
  }),
}

export const transcriptions = {
  create: endpoint({
    method: 'POST',
    path: '/api/ai/speech-to-text',
    summary: 'Write down what a recording says; an empty text where nobody speaks',
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
      /** How long that took, in milliseconds. */
      took_ms: z.number(),
    }),
  }),
}
