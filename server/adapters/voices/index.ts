import type { Provider } from '#contract/conversations/speech.ts'
import type { Config } from '#server/config.ts'
import { engine } from '../engine/engine-process.ts'
import { elevenLabs } from './elevenlabs.ts'
import { prefix } from './espeak/catalogue.ts'
import { espeak } from './espeak/espeak.ts'
import { kept } from './kept.ts'
import type { Voices } from './voices.ts'

/** All who can speak in this installation. */
export interface Speakers {
  /** Who speaks unless somebody else is asked for: ElevenLabs where it is configured, else the embedded voices. */
  usual: Voices
  /** A provider, or the usual one where it is not configured. */
  of(provider: Provider): Voices
  /** Whose voice this is, or would be; null where they are not configured. */
  having(voice: string): Voices | null
  /** Ends the embedded engine. */
  close(): void
}

export function openVoices({
  ELEVENLABS_API_KEY: apiKey,
  ELEVENLABS_URL: baseUrl,
  SPEECH_TIMEOUT_MS: patience,
}: Pick<Config, 'ELEVENLABS_API_KEY' | 'ELEVENLABS_URL' | 'SPEECH_TIMEOUT_MS'>): Speakers {
  const running = engine(new URL('./espeak/engine.ts', import.meta.url), {
    heap: 128,
    patience: 15_000,
    idle: 60_000,
    queue: 32,
  })
  const embedded = kept(espeak(running))
  const account = apiKey ? kept(elevenLabs({ baseUrl, apiKey, patience })) : null
  const usual = account ?? embedded
  return {
    usual,
    of: provider => (provider === 'embedded' ? embedded : usual),
    having: voice => (voice.startsWith(prefix) ? embedded : account),
    close: running.close,
  }
}
