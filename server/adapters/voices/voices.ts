import type { Provider, Voice } from '#contract/conversations/speech.ts'
import type { SpeechModel, VoiceLanguageCode } from '#contract/conversations/voice-languages.ts'

/** What is to be spoken. */
export interface SpeechRequest {
  text: string
  /** The id of a voice of the same provider. */
  voice: string
  model: SpeechModel
  signal: AbortSignal
}

export interface Speech {
  audio: Uint8Array
  type: string
}

/** Who speaks. */
export interface Voices {
  readonly provider: Provider
  /** What the System status screen calls it. */
  readonly name: string
  /** The languages that it speaks. */
  readonly languages: readonly VoiceLanguageCode[]
  /** The voices of a language, the usual one first. @throws ServiceFailure */
  voicesOf(language: VoiceLanguageCode, signal: AbortSignal): Promise<Voice[]>
  /** @throws ServiceFailure when it cannot speak now, {@link Unspeakable} when it never can. */
  speak(request: SpeechRequest): Promise<Speech>
}

/** A text that a voice cannot speak, or a voice that there is not. */
export class Unspeakable extends Error {
  override name = 'Unspeakable'
  readonly why: 'common_kanji' | 'silent' | 'unknown_voice'
  constructor(why: Unspeakable['why']) {
    super(`This cannot be spoken: ${why}`)
    this.why = why
  }
}
