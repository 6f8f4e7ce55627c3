import type { Config } from '#server/config.ts'
import { openAi } from './openai.ts'
import type { Transcription } from './transcription.ts'

/** An OpenAI-compatible endpoint where one is configured, else none: no model that listens comes with the server. */
export function openTranscription({
  TRANSCRIPTION_API_KEY: apiKey,
  TRANSCRIPTION_BASE_URL: baseUrl,
  TRANSCRIPTION_MODEL: model,
  SPEECH_TIMEOUT_MS: patience,
}: Pick<
  Config,
  'TRANSCRIPTION_API_KEY' | 'TRANSCRIPTION_BASE_URL' | 'TRANSCRIPTION_MODEL' | 'SPEECH_TIMEOUT_MS'
>): Transcription | null {
  if (!apiKey && !baseUrl) return null
  return openAi({
    baseUrl: baseUrl ?? 'https://api.openai.com/v1',
    apiKey: apiKey ?? 'none',
    model,
    patience,
  })
}
