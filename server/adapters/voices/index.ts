import type { Provider } from '#contract/conversations/speech.ts'
import type { Config } from '#server/config.ts'
import { createEngine } from '../engine/engine-process.ts'
import { cacheVoices } from './cache.ts'
import { elevenLabs } from './elevenlabs.ts'
import { prefix } from './espeak/catalogue.ts'
import { espeak } from './espeak/espeak.ts'
import type { Voices } from './voices.ts'

/** The voice providers of this installation. */
export interface Speakers {
  /** The default provider: ElevenLabs if configured, else the embedded voices. */
  preferred: Voices
  /** The given provider, or the default one if it is not configured. */
  of(provider: Provider): Voices
  /** The provider of a voice; null if it is not configured. */
  having(voice: string): Voices | null
  /** Stops the embedded engine. */
  close(): void
}

export function openVoices({
  ELEVENLABS_API_KEY: apiKey,
  ELEVENLABS_URL: baseUrl,
  SPEECH_TIMEOUT_MS: timeoutMs,
}: Pick<Config, 'ELEVENLABS_API_KEY' | 'ELEVENLABS_URL' | 'SPEECH_TIMEOUT_MS'>): Speakers {
  const running = createEngine(new URL('./espeak/engine.ts', import.meta.url), {
    heap: 128,
    timeoutMs: 15_000,
    idle: 60_000,
    queue: 32,
  })
  const embedded = cacheVoices(espeak(running))
  const account = apiKey ? cacheVoices(elevenLabs({ baseUrl, apiKey, timeoutMs })) : null
  const usual = account ?? embedded
  return {
    preferred: usual,
    of: provider => (provider === 'embedded' ? embedded : usual),
    having: voice => (voice.startsWith(prefix) ? embedded : account),
    close: running.close,
  }
}
