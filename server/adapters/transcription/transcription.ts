import type { RecordingKind } from '#contract/conversations/speech.ts'
import type { VoiceLanguageCode } from '#contract/conversations/voice-languages.ts'

export interface Recording {
  audio: Uint8Array<ArrayBuffer>
  /** The media type, and the extension that goes with it. */
  type: string
  extension: string
  language: VoiceLanguageCode
  signal: AbortSignal
}

/** What writes down what recordings say. */
export interface Transcription {
  /** What the System status screen calls it. */
  readonly name: string
  readonly model: string
  readonly embedded: boolean
  /** The languages that it understands; null where it is not limited to some. */
  readonly languages: readonly VoiceLanguageCode[] | null
  /** Whether recordings must be WAV files of 16-bit samples. */
  readonly takes: RecordingKind
  /** The longest recording that it takes, in seconds; null where that is not known. */
  readonly longest: number | null
  /**
   * @returns what is said, empty where nobody speaks.
   * @throws ServiceFailure when it cannot write down now, {@link Unwritable} when it never can.
   */
  transcribe(recording: Recording): Promise<string>
  close(): void
}

/** A recording that cannot be written down here. */
export class Unwritable extends Error {
  override name = 'Unwritable'
  readonly why: 'no_wav' | 'too_long'
  constructor(why: Unwritable['why']) {
    super(`This cannot be written down: ${why}`)
    this.why = why
  }
}
