import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { v4 as uuid } from 'uuid'
import {
  conversations,
  type Message,
  type Session,
  type TurnEvent,
} from '#contract/conversations/conversations.ts'
import { reasonOf, request } from '#kit/call.ts'
import { keyOf } from '#kit/use-call.ts'
import { linesOf } from './lines.ts'

/** A turn that is being answered. */
export interface PendingTurn {
  text: string
  /** Whether it was spoken, at least in part. */
  spoken: boolean
  /** As it is stored; null until the server has told. */
  heard: Message | null
  /** The answer as far as it has come. */
  reply: string
}

export interface TurnControl {
  text: string
  setText: (text: string) => void
  /** Adds what was spoken, and how many milliseconds it took to write it down, to what stands in the box. */
  hear: (text: string, tookMs: number) => void
  pending: PendingTurn | null
  /** Why the last turn has no answer. */
  failure: string | null
  send: () => Promise<void>
  stop: () => void
}

interface Unanswered {
  text: string
  /** How long it took to write it down, in milliseconds; null where all of it was typed. */
  transcriptionMs: number | null
  turnId: string
}

/** Readings of a conversation, and the milliseconds between two, until a stopped answer is in it. */
const readings = 10
const pause = 200

/** Whether a turn is answered, as far as its answer came. */
const isAnswered = ({ messages }: Session, turnId: string) =>
  messages.slice(messages.findIndex(({ id }) => id === turnId) + 1).some(({ type }) => type === 'assistant')

/**
 * Says what stands in the box and follows the answer as it comes. What could not be answered goes back into the box;
 * sent again unchanged it is the same turn, and is not stored twice.
 * @param onReply told of each answer that has come to its end
 */
export function useTurn(id: string, onReply: (reply: Message) => void): TurnControl {
  const { t } = useTranslation('conversations')
  const queries = useQueryClient()
  const [text, write] = useState('')
  const [pending, setPending] = useState<PendingTurn | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const stopping = useRef<AbortController>(null)
  const unanswered = useRef<Unanswered>(null)
  const transcriptionMs = useRef<number | null>(null)

  function setText(text: string) {
    if (!text.trim()) transcriptionMs.current = null
    write(text)
  }

  function hear(heard: string, tookMs: number) {
    transcriptionMs.current = (transcriptionMs.current ?? 0) + tookMs
    write(now => [now.trim(), heard].filter(Boolean).join(' '))
  }

  function failed(why: string, said: Unanswered) {
    unanswered.current = said
    transcriptionMs.current ??= said.transcriptionMs
    setFailure(why)
    setPending(null)
    write(now => [said.text, now.trim()].filter(Boolean).join(' '))
  }

  async function follow(
    { text, transcriptionMs, turnId }: Unanswered,
    signal: AbortSignal,
    whenBegun: () => void,
  ) {
    const answer = await request(conversations.stream, {
      params: { id },
      body: {
        message: text,
        voice_input: transcriptionMs !== null,
        ...(transcriptionMs !== null && { transcription_ms: transcriptionMs }),
        turn_id: turnId,
      },
      signal,
    })
    let isDone = false
    for await (const line of linesOf(answer)) {
      const event = JSON.parse(line) as TurnEvent
      if (event.type === 'heard') setPending(turn => turn && { ...turn, heard: event.message })
      if (event.type === 'words') {
        whenBegun()
        setPending(turn => turn && { ...turn, reply: turn.reply + event.text })
      }
      if (event.type === 'failed') return event.problem.detail
      if (event.type === 'done') {
        isDone = true
        onReply(event.reply)
      }
    }
    return isDone ? null : t('composer.broken')
  }

  const reread = () =>
    Promise.all(
      [conversations.show, conversations.list].map(({ path }) =>
        queries.invalidateQueries({ queryKey: ['call', 'GET', path] }),
      ),
    )

  /** Reads the conversation until the server, which was hung up on, has stored what it had answered. */
  async function awaitStopped({ turnId }: Unanswered) {
    for (let reading = 0; reading < readings; reading++) {
      await reread()
      const known = queries.getQueriesData<{ session: Session }>({
        queryKey: keyOf(conversations.show, { params: { id } }),
      })
      if (known.some(([, data]) => data && isAnswered(data.session, turnId))) return
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  }

  async function send() {
    const message = text.trim()
    const again = unanswered.current?.text === message ? unanswered.current : null
    const said = again ?? {
      text: message,
      transcriptionMs: transcriptionMs.current,
      turnId: uuid(),
    }
    const controller = new AbortController()
    stopping.current = controller
    unanswered.current = null
    setFailure(null)
    setText('')
    setPending({ text: message, spoken: said.transcriptionMs !== null, heard: null, reply: '' })
    let isBegun = false
    try {
      const why = await follow(said, controller.signal, () => {
        isBegun = true
      })
      if (why) failed(why, said)
    } catch (error) {
      if (controller.signal.aborted) {
        if (isBegun) await awaitStopped(said)
      } else failed(reasonOf(error) ?? t('composer.unreachable'), said)
    }
    await reread()
    setPending(null)
  }

  return { text, setText, hear, pending, failure, send, stop: () => stopping.current?.abort() }
}
