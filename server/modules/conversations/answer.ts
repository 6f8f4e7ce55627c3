import { type Chat, ChatFailure, type FailureKind } from '#server/adapters/chat/chat.ts'
import { companion } from '#server/adapters/chat/embedded/companion.ts'
import { Problem } from '#server/kit/problem.ts'
import type { Heard, Spoken } from './turn.ts'

const refusals: Record<FailureKind, readonly [status: number, detail: string]> = {
  busy: [503, 'The AI model is busy. Please try again in a moment.'],
  slow: [504, 'The AI model took too long to answer. Please try again.'],
  broken: [502, 'The AI model’s reply was interrupted. Please try again.'],
  refused: [502, 'The AI model rejected this installation’s key. Contact an administrator.'],
  rejected: [
    502,
    'The AI model rejected this conversation. The configured service may not offer this model; start one with another model.',
  ],
  down: [503, 'The AI model can’t be reached. Please try again in a moment.'],
}

/** Why there is no answer, as it is told to who waits for it. */
export function refusalOf(error: unknown): Problem {
  if (!(error instanceof ChatFailure)) throw error
  const [status, detail] = refusals[error.kind]
  return new Problem(status, detail, { kind: `chat-${error.kind}` })
}

/**
 * Answers a turn, word by word. A turn that tells of danger is answered by the companion's own words, whatever model is
 * in use: no model is trusted with them.
 */
export async function* answer(
  chat: Chat,
  { request }: Heard,
  signal: AbortSignal,
): AsyncGenerator<string, Spoken> {
  const beganAt = performance.now()
  const spoken: Spoken = { text: '', firstWordsAt: null, beganAt, answered: null }
  const words = (request.help ? companion : chat).answer({ ...request, signal })
  try {
    for (;;) {
      const next = await words.next()
      if (next.done) return { ...spoken, answered: next.value }
      spoken.firstWordsAt ??= performance.now()
      spoken.text += next.value
      yield next.value
    }
  } catch (error) {
    if (signal.aborted) return spoken
    throw error
  }
}
