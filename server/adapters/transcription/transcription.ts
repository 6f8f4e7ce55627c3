import type { RecordingKind } from '#contract/conversations/speech.ts'
import type { VoiceLanguageCode } from '#contract/conversations/voice-languages.ts'

export interface Recording {
  audio: Uint8Array<ArrayBuffer>
  /** Media type and matching file extension. */
  type: string
  extension: string
  language: VoiceLanguageCode
  signal: AbortSignal
}

/** A speech-to-text service. */
export interface Transcription {
  /** Name on the System status screen. */
  readonly name: string
  readonly model: string
  readonly embedded: boolean
  /** Supported languages; null if not limited. */
  readonly languages: readonly VoiceLanguageCode[] | null
  /** Whether recordings must be 16-bit WAV files. */
  readonly takes: RecordingKind
  /** Maximum recording length in seconds; null if unknown. */
  readonly longest: number | null
  /**
   * @returns the text; empty without speech
   * @throws ServiceFailure when it cannot write down now, {@link CannotTranscribe} when it never can.
   */
  transcribe(recording: Recording): Promise<string>
  close(): void
}

/** The recording is not supported. */
export class CannotTranscribe extends Error {
  override name = 'Unwritable'
  readonly why: 'no_wav' | 'too_long'
  constructor(why: CannotTranscribe['why']) {
    super(`This cannot be written down: ${why}`)
    this.why = why
  }
}
