import type { z } from 'zod'
import type { NewTurn, TurnEvent } from '#contract/conversations/conversations.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import type { File, WithTransaction } from '#server/kit/handlers.ts'
import { problemDocument, requestLanguage } from '#server/kit/problem.ts'
import { toMessage } from './messages.ts'
import { streamReply, toChatProblem } from './reply.ts'
import { type ReplyProgress, receiveTurn, saveReply, toTurn } from './turn.ts'

const line = (event: TurnEvent) => `${JSON.stringify(event)}\n`

/** Stores a turn and streams the answer as NDJSON. Disconnecting aborts the answer; the partial text is stored. */
export async function streamTurn(
  call: AuthenticatedCall & { body: z.output<typeof NewTurn>; params: { id: string } },
  withTransaction: WithTransaction,
): Promise<File> {
  const stopping = new AbortController()
  call.reply.raw.once('close', () => stopping.abort())
  const heard = await receiveTurn(call, withTransaction)
  const { session, message } = heard

  async function* lines(): AsyncGenerator<string> {
    const received = toMessage(message, session.chat_model, session.text_visible)
    yield line({ type: 'heard', message: received })
    if (heard.reply) {
      yield line({ type: 'done', ...(await toTurn(call, heard, heard.reply)) })
      return
    }
    const words = streamReply(call.services.chat, heard, stopping.signal)
    const soFar: ReplyProgress = { text: '', firstWordsAt: null, beganAt: performance.now(), answered: null }
    let isStored = false
    try {
      for (;;) {
        const next = await words.next()
        if (next.done) {
          if (!next.value.answered) return
          isStored = true
          const reply = await saveReply(call, withTransaction, heard, next.value)
          yield line({ type: 'done', ...(await toTurn(call, heard, reply)) })
          return
        }
        soFar.firstWordsAt ??= performance.now()
        soFar.text += next.value
        yield line({ type: 'words', text: next.value })
      }
    } catch (error) {
      isStored = true
      yield line({
        type: 'failed',
        problem: problemDocument(toChatProblem(error), call.request.id, requestLanguage(call.request)),
      })
    } finally {
      if (!isStored && soFar.text) await saveReply(call, withTransaction, heard, soFar)
    }
  }

  return { name: 'answer.ndjson', type: 'application/x-ndjson; charset=utf-8', content: lines() }
}
