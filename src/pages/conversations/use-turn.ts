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
import { errorDetail, request } from '#kit/call.ts'
import { queryKeyOf } from '#kit/use-call.ts'

/** Yields the lines of a response body as they complete. */
async function* linesOf(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const part = await reader?.read()
    if (!part || part.done) break
    const lines = (rest + part.value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter(Boolean)
  }
  if (rest) yield rest
}

/** A turn whose reply is streaming. */
export interface PendingTurn {
  text: string
  /** Whether any part was dictated. */
  spoken: boolean
  /** The stored message; null until the server confirms it. */
  heard: Message | null
  /** The reply received so far. */
  reply: string
}

export interface TurnControl {
  text: string
  setText: (text: string) => void
  /** Appends a transcript to the input, with its transcription time in milliseconds. */
  hear: (text: string, tookMs: number) => void
  pending: PendingTurn | null
  /** Why the last turn failed. */
  failure: string | null
  send: () => Promise<void>
  stop: () => void
}

interface UnansweredTurn {
  text: string
  /** Transcription time in milliseconds; null if all of it was typed. */
  transcriptionMs: number | null
  turnId: string
}

/** Poll attempts, and their interval in milliseconds, until an aborted reply has been stored. */
const maxPolls = 10
const pollIntervalMs = 200

/** True once the stored conversation contains the (possibly partial) reply to this turn. */
const isAnswered = ({ messages }: Session, turnId: string) =>
  messages.slice(messages.findIndex(({ id }) => id === turnId) + 1).some(({ type }) => type === 'assistant')

/**
 * Sends the input as a turn and streams the reply. A failed turn returns to the input; resending it unchanged keeps its
 * id, so that it is not stored twice.
 * @param onReply called with each completed reply
 */
export function useTurn(id: string, onReply: (reply: Message) => void): TurnControl {
  const { t } = useTranslation('conversations')
  const queries = useQueryClient()
  const [text, write] = useState('')
  const [pending, setPending] = useState<PendingTurn | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const abortController = useRef<AbortController>(null)
  const unansweredTurn = useRef<UnansweredTurn>(null)
  const transcriptionMs = useRef<number | null>(null)

  function setText(text: string) {
    if (!text.trim()) transcriptionMs.current = null
    write(text)
  }

  function appendTranscript(transcript: string, tookMs: number) {
    transcriptionMs.current = (transcriptionMs.current ?? 0) + tookMs
    write(now => [now.trim(), transcript].filter(Boolean).join(' '))
  }

  function failed(why: string, turn: UnansweredTurn) {
    unansweredTurn.current = turn
    transcriptionMs.current ??= turn.transcriptionMs
    setFailure(why)
    setPending(null)
    write(now => [turn.text, now.trim()].filter(Boolean).join(' '))
  }

  async function follow(
    { text, transcriptionMs, turnId }: UnansweredTurn,
    signal: AbortSignal,
    whenBegun: () => void,
  ) {
    const response = await request(conversations.stream, {
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
    for await (const line of linesOf(response)) {
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

  const refetch = () =>
    Promise.all(
      [conversations.show, conversations.list].map(({ path }) =>
        queries.invalidateQueries({ queryKey: ['call', 'GET', path] }),
      ),
    )

  /** After an abort, polls until the server has stored the partial reply. */
  async function waitForStoredReply({ turnId }: UnansweredTurn) {
    for (let poll = 0; poll < maxPolls; poll++) {
      await refetch()
      const known = queries.getQueriesData<{ session: Session }>({
        queryKey: queryKeyOf(conversations.show, { params: { id } }),
      })
      if (known.some(([, data]) => data && isAnswered(data.session, turnId))) return
      await new Promise(resolve => setTimeout(resolve, pollIntervalMs))
    }
  }

  async function send() {
    const message = text.trim()
    const again = unansweredTurn.current?.text === message ? unansweredTurn.current : null
    const turn = again ?? {
      text: message,
      transcriptionMs: transcriptionMs.current,
      turnId: uuid(),
    }
    const controller = new AbortController()
    abortController.current = controller
    unansweredTurn.current = null
    setFailure(null)
    setText('')
    setPending({ text: message, spoken: turn.transcriptionMs !== null, heard: null, reply: '' })
    let isBegun = false
    try {
      const why = await follow(turn, controller.signal, () => {
        isBegun = true
      })
      if (why) failed(why, turn)
    } catch (error) {
      if (controller.signal.aborted) {
        if (isBegun) await waitForStoredReply(turn)
      } else failed(errorDetail(error) ?? t('composer.unreachable'), turn)
    }
    await refetch()
    setPending(null)
  }

  return {
    text,
    setText,
    hear: appendTranscript,
    pending,
    failure,
    send,
    stop: () => abortController.current?.abort(),
  }
}
