import type { VoiceLanguageCode } from '#contract/voice-languages.ts'

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
  /** The languages that it understands; null where it is not limited to some. */
  readonly languages: readonly VoiceLanguageCode[] | null
  /** @returns what is said, empty where nobody speaks. @throws ServiceFailure */
  transcribe(recording: Recording): Promise<string>
}
