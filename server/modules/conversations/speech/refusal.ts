import { type FailureKind, ServiceFailure } from '#server/adapters/service.ts'
import { CannotTranscribe } from '#server/adapters/transcription/transcription.ts'
import { CannotSpeak } from '#server/adapters/voices/voices.ts'
import { Problem } from '#server/kit/problem.ts'

type Part = 'voice' | 'transcription'
type Refusal = readonly [status: number, detail: string]

const failures: Record<Part, Record<FailureKind, Refusal>> = {
  voice: {
    busy: [503, 'The voice service is busy just now. Please try again in a moment.'],
    slow: [504, 'The voice service took too long. Please try again.'],
    broken: [502, 'The voice service broke off. Please try again.'],
    refused: [
      502,
      'The voice service refused the key of this installation. An administrator has to look at it.',
    ],
    rejected: [422, 'The voice service does not speak this text by this voice and model.'],
    down: [503, 'The voice service cannot be reached just now. Please try again in a moment.'],
  },
  transcription: {
    busy: [503, 'The transcription service is busy just now. Please try again in a moment.'],
    slow: [504, 'The transcription service took too long. Please try again.'],
    broken: [502, 'The transcription service broke off. Please try again.'],
    refused: [
      502,
      'The transcription service refused the key of this installation. An administrator has to look at it.',
    ],
    rejected: [422, 'The transcription service does not take this recording.'],
    down: [503, 'The transcription service cannot be reached just now. Please try again in a moment.'],
  },
}

const unspeakable: Record<CannotSpeak['why'], string> = {
  common_kanji:
    'The embedded Japanese voice reads kana and the kanji of common words, and this text holds others. Write them in kana, or configure ElevenLabs.',
  silent: 'There is nothing in this text that could be spoken.',
  unknown_voice: 'This voice does not exist',
}

const unwritable: Record<CannotTranscribe['why'], string> = {
  no_wav:
    'The embedded model reads WAV files of 16-bit samples alone. Convert the recording, or configure an OpenAI-compatible endpoint.',
  too_long: 'The embedded model writes down two minutes at once at most. Please say it in parts.',
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
  'An administrator can configure an OpenAI-compatible endpoint by TRANSCRIPTION_BASE_URL or TRANSCRIPTION_API_KEY.'

export const unsupportedLanguage = () =>
  new Problem(422, `Speech in this language cannot be written down here. ${remedy}`, {
    kind: 'unsupported-language',
  })

export const noTranscription = () =>
  new Problem(422, `Nothing here can write down speech: the embedded model is not installed. ${remedy}`, {
    kind: 'transcription-not-configured',
  })
