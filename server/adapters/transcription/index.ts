import type { Config } from '#server/config.ts'
import { createEngine } from '../engine/engine-process.ts'
import { isInstalled, moonshine } from './moonshine/moonshine.ts'
import { openAi } from './openai.ts'
import type { Transcription } from './transcription.ts'

/** The configured OpenAI-compatible endpoint, else the embedded model; null if that is not installed. */
export function openTranscription({
  TRANSCRIPTION_API_KEY: apiKey,
  TRANSCRIPTION_BASE_URL: baseUrl,
  TRANSCRIPTION_MODEL: model,
  SPEECH_TIMEOUT_MS: timeoutMs,
}: Pick<
  Config,
  'TRANSCRIPTION_API_KEY' | 'TRANSCRIPTION_BASE_URL' | 'TRANSCRIPTION_MODEL' | 'SPEECH_TIMEOUT_MS'
>): Transcription | null {
  if (!apiKey && !baseUrl) {
    if (!isInstalled()) return null
    const script = new URL('./moonshine/engine.ts', import.meta.url)
    return moonshine(createEngine(script, { heap: 256, timeoutMs, idle: 120_000, queue: 8 }))
  }
  return openAi({
    baseUrl: baseUrl ?? 'https://api.openai.com/v1',
    apiKey: apiKey ?? 'none',
    model,
    timeoutMs,
  })
}
