import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { conversations, type Message, type TurnEvent } from '#contract/conversations.ts'
import { Refused, request } from '#kit/call.ts'
import { linesOf } from './lines.ts'

/** A turn that is being answered. */
export interface PendingTurn {
  text: string
  /** As it is stored; null until the server has told. */
  heard: Message | null
  /** The answer as far as it has come. */
  reply: string
}

export interface TurnControl {
  text: string
  setText: (text: string) => void
  pending: PendingTurn | null
  /** Why the last turn has no answer. */
  failure: string | null
  send: () => Promise<void>
  stop: () => void
}

/**
 * Says what stands in the box and follows the answer as it comes. What could not be answered goes back into the box;
 * sent again unchanged it is the same turn, and is not stored twice.
 */
export function useTurn(id: string): TurnControl {
  const { t } = useTranslation('conversations')
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [pending, setPending] = useState<PendingTurn | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const stopping = useRef<AbortController>(null)
  const unanswered = useRef<{ text: string; turnId: string }>(null)

  function failed(why: string, said: { text: string; turnId: string }) {
    unanswered.current = said
    setFailure(why)
    setPending(null)
    setText(now => now || said.text)
  }

  async function follow(message: string, turnId: string, signal: AbortSignal) {
    const answer = await request(conversations.stream, {
      params: { id },
      body: { message, turn_id: turnId },
      signal,
    })
    let isDone = false
    for await (const line of linesOf(answer)) {
      const event = JSON.parse(line) as TurnEvent
      if (event.type === 'heard') setPending(turn => turn && { ...turn, heard: event.message })
      if (event.type === 'words') setPending(turn => turn && { ...turn, reply: turn.reply + event.text })
      if (event.type === 'failed') return event.problem.detail
      if (event.type === 'done') isDone = true
    }
    return isDone ? null : t('composer.broken')
  }

  async function send() {
    const message = text.trim()
    const again = unanswered.current?.text === message ? unanswered.current : null
    const turnId = again?.turnId ?? crypto.randomUUID()
    const controller = new AbortController()
    stopping.current = controller
    unanswered.current = null
    setFailure(null)
    setText('')
    setPending({ text: message, heard: null, reply: '' })
    try {
      const why = await follow(message, turnId, controller.signal)
      if (why) failed(why, { text: message, turnId })
    } catch (error) {
      if (!controller.signal.aborted)
        failed(error instanceof Refused ? error.problem.detail : t('composer.unreachable'), {
          text: message,
          turnId,
        })
    }
    await Promise.all(
      [conversations.show, conversations.list].map(({ path }) =>
        queries.invalidateQueries({ queryKey: ['call', 'GET', path] }),
      ),
    )
    setPending(null)
  }

  return { text, setText, pending, failure, send, stop: () => stopping.current?.abort() }
}
