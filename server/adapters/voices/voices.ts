import type { Provider, Voice } from '#contract/conversations/speech.ts'
import type { SpeechModel, VoiceLanguageCode } from '#contract/conversations/voice-languages.ts'

export interface SpeechRequest {
  text: string
  /** Voice id of the same provider. */
  voice: string
  model: SpeechModel
  signal: AbortSignal
}

export interface Speech {
  audio: Uint8Array
  type: string
}

/** A text-to-speech provider. */
export interface Voices {
  readonly provider: Provider
  /** Name on the System status screen. */
  readonly name: string
  readonly languages: readonly VoiceLanguageCode[]
  /** Voices of a language, default first. @throws ServiceFailure */
  voicesOf(language: VoiceLanguageCode, signal: AbortSignal): Promise<Voice[]>
  /** @throws ServiceFailure when it cannot speak now, {@link CannotSpeak} when it never can. */
  speak(request: SpeechRequest): Promise<Speech>
}

/** The text cannot be spoken by the voice, or the voice does not exist. */
export class CannotSpeak extends Error {
  override name = 'Unspeakable'
  readonly why: 'common_kanji' | 'silent' | 'unknown_voice'
  constructor(why: CannotSpeak['why']) {
    super(`This cannot be spoken: ${why}`)
    this.why = why
  }
}
