import { type UIEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Message, Session } from '#contract/conversations/conversations.ts'
import { MessageItem } from './message-item.tsx'
import styles from './messages.module.css'
import type { PendingTurn } from './use-turn.ts'
import type { Voice } from './use-voice.ts'

interface MessagesProps {
  session: Session
  pending: PendingTurn | null
  /** Speech playback, if enabled. */
  voice: Voice | null
}

/** Optimistic message, shown until the server confirms the turn. */
const asMessage = (id: string, type: Message['type'], content: string, voice_input = false): Message => ({
  id,
  type,
  content,
  timestamp: new Date().toISOString(),
  voice_input,
  safety_flagged: false,
  sentiment: null,
  emotion: null,
  risk_score: null,
  risk_level: null,
  context: null,
  evidence: null,
  incident_id: null,
  model: null,
  stopped: false,
  latency: null,
  tokens: null,
  cost: null,
  price_since: null,
  annotations: [],
})

/** Distance from the end, in pixels, up to which the list auto-scrolls. */
const autoScrollDistance = 80

/** Message list. Scrolls to the message in the URL, and follows new messages unless the user has scrolled up. */
export function Messages({ session, pending, voice }: MessagesProps) {
  const { t } = useTranslation('conversations')
  const [params] = useSearchParams()
  const targetId = params.get('message')
  const log = useRef<HTMLDivElement>(null)
  const target = useRef<HTMLLIElement>(null)
  const isFollowing = useRef(true)
  const heard = pending?.heard
  const storedAt = heard ? session.messages.findIndex(({ id }) => id === heard.id) : -1
  const isStored = storedAt >= 0
  const isReplyStored = isStored && storedAt < session.messages.length - 1
  const unstored = pending
    ? [
        ...(isStored ? [] : [heard ?? asMessage('pending-turn', 'user', pending.text, pending.spoken)]),
        ...(isReplyStored ? [] : [asMessage('pending-reply', 'assistant', pending.reply || '…')]),
      ]
    : []
  const count = session.messages.length + (pending ? pending.reply.length : 0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls on every new message
  useLayoutEffect(() => {
    if (isFollowing.current) log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [count])
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls on every new turn of the user
  useLayoutEffect(() => {
    if (pending) log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [pending?.text])
  useEffect(() => {
    const [container, message] = [log.current, target.current]
    if (!targetId || !container || !message) return
    container.scrollTo({ top: message.offsetTop - (container.clientHeight - message.offsetHeight) / 2 })
  }, [targetId])
  const onScroll = ({
    currentTarget: { scrollHeight, scrollTop, clientHeight },
  }: UIEvent<HTMLDivElement>) => {
    isFollowing.current = scrollHeight - scrollTop - clientHeight < autoScrollDistance
  }

  return (
    <div
      ref={log}
      className={styles.messages}
      role="log"
      aria-label={t('chat.messages')}
      aria-busy={pending !== null}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be keyboard focusable
      tabIndex={0}
      onScroll={onScroll}
    >
      <ol>
        {/* One list, so that a turn keeps its open details when the stored message replaces it. */}
        {[...session.messages, ...unstored].map((message, index) => (
          <MessageItem
            key={message.id}
            message={message}
            session={session}
            voice={index < session.messages.length ? voice : null}
            {...(message.id === targetId && { ref: target, isMarked: true })}
          />
        ))}
      </ol>
    </div>
  )
}
