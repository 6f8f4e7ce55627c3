import { type Chat, ChatFailure, type FailureKind } from '#server/adapters/chat/chat.ts'
import { companion } from '#server/adapters/chat/embedded/companion.ts'
import { Problem } from '#server/kit/problem.ts'
import type { ReceivedTurn, ReplyProgress } from './turn.ts'

const refusals: Record<FailureKind, readonly [status: number, detail: string]> = {
  busy: [503, 'The AI model is busy. Please try again in a moment.'],
  slow: [504, 'The AI model took too long to answer. Please try again.'],
  broken: [502, 'The AI model’s reply was interrupted. Please try again.'],
  refused: [502, 'The AI model rejected this installation’s key. Contact an administrator.'],
  rejected: [
    502,
    'The AI model rejected this conversation. The configured service may not offer this model; start a conversation with another model.',
  ],
  down: [503, 'The AI model can’t be reached. Please try again in a moment.'],
}

/** Maps a failed answer to a problem for the caller. */
export function toChatProblem(error: unknown): Problem {
  if (!(error instanceof ChatFailure)) throw error
  const [status, detail] = refusals[error.kind]
  return new Problem(status, detail, { kind: `chat-${error.kind}` })
}

/**
 * Streams the reply to a turn. A turn at risk always gets the embedded companion's fixed texts: no model is
 * trusted with it.
 */
export async function* streamReply(
  chat: Chat,
  { request }: ReceivedTurn,
  signal: AbortSignal,
): AsyncGenerator<string, ReplyProgress> {
  const beganAt = performance.now()
  const spoken: ReplyProgress = { text: '', firstWordsAt: null, beganAt, answered: null }
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
