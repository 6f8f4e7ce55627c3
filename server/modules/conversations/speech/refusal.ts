import { type FailureKind, ServiceFailure } from '#server/adapters/service.ts'
import { CannotTranscribe } from '#server/adapters/transcription/transcription.ts'
import { CannotSpeak } from '#server/adapters/voices/voices.ts'
import { Problem } from '#server/kit/problem.ts'

type Part = 'voice' | 'transcription'
type Refusal = readonly [status: number, detail: string]

const failures: Record<Part, Record<FailureKind, Refusal>> = {
  voice: {
    busy: [503, 'The voice service is busy. Please try again in a moment.'],
    slow: [504, 'The voice service took too long. Please try again.'],
    broken: [502, 'The voice service was interrupted. Please try again.'],
    refused: [502, 'The voice service rejected this installation’s key. Contact an administrator.'],
    rejected: [422, 'The voice service can’t speak this text with this voice and model.'],
    down: [503, 'The voice service can’t be reached. Please try again in a moment.'],
  },
  transcription: {
    busy: [503, 'The transcription service is busy. Please try again in a moment.'],
    slow: [504, 'The transcription service took too long. Please try again.'],
    broken: [502, 'The transcription service was interrupted. Please try again.'],
    refused: [502, 'The transcription service rejected this installation’s key. Contact an administrator.'],
    rejected: [422, 'The transcription service can’t process this recording.'],
    down: [503, 'The transcription service can’t be reached. Please try again in a moment.'],
  },
}

const unspeakable: Record<CannotSpeak['why'], string> = {
  common_kanji:
    'The built-in Japanese voice reads only kana and common kanji, and this text contains others. Write them in kana, or configure ElevenLabs.',
  silent: 'This text contains nothing to speak.',
  unknown_voice: 'This voice does not exist',
}

const unwritable: Record<CannotTranscribe['why'], string> = {
  no_wav:
    'The built-in model reads only 16-bit WAV files. Convert the recording, or configure an OpenAI-compatible endpoint.',
  too_long: 'The built-in model transcribes up to two minutes at a time. Record it in parts.',
}

/** Maps a failure of a speech service to a problem for the caller. Rethrows any other error. */
export function toSpeechProblem(part: Part, error: unknown): Problem {
  if (error instanceof CannotSpeak) return new Problem(422, unspeakable[error.why], { kind: 'unspeakable' })
  if (error instanceof CannotTranscribe)
    return new Problem(422, unwritable[error.why], { kind: 'unwritable' })
  if (!(error instanceof ServiceFailure)) throw error
  const [status, detail] = failures[part][error.kind]
  return new Problem(status, detail, { kind: `${part}-${error.kind}` })
}

const remedy =
  'An administrator can configure an OpenAI-compatible endpoint with TRANSCRIPTION_BASE_URL or TRANSCRIPTION_API_KEY.'

export const unsupportedLanguage = () =>
  new Problem(422, `Transcription isn’t available for this language. ${remedy}`, {
    kind: 'unsupported-language',
  })

export const noTranscription = () =>
  new Problem(422, `Transcription isn’t available: the built-in model isn’t installed. ${remedy}`, {
    kind: 'transcription-not-configured',
  })
