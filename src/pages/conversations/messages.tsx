import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Message, Session } from '#contract/conversations.ts'
import { MessageItem } from './message-item.tsx'
import styles from './messages.module.css'
import type { PendingTurn } from './use-turn.ts'
import type { Voice } from './use-voice.ts'

interface MessagesProps {
  session: Session
  pending: PendingTurn | null
  /** Who speaks the answers aloud, where that was wished for. */
  voice: Voice | null
}

/** What is shown of a turn before the server has told it back. */
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
  annotations: [],
})

/** What was said, the newest at the bottom and in sight; or the one that the address names. */
export function Messages({ session, pending, voice }: MessagesProps) {
  const { t } = useTranslation('conversations')
  const [params] = useSearchParams()
  const wanted = params.get('message')
  const end = useRef<HTMLDivElement>(null)
  const marked = useRef<HTMLLIElement>(null)
  const heard = pending?.heard
  const isHeard = heard && session.messages.some(({ id }) => id === heard.id)
  const count = session.messages.length + (pending ? pending.reply.length : 0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was added is scrolled to, whatever it is
  useEffect(() => {
    if (wanted) marked.current?.scrollIntoView({ block: 'center' })
    else end.current?.scrollIntoView({ block: 'nearest' })
  }, [count, wanted])

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <div className={styles.messages} role="log" aria-label={t('chat.messages')} tabIndex={0}>
      <ol>
        {session.messages.map(message => (
          <MessageItem
            key={message.id}
            message={message}
            session={session}
            voice={voice}
            {...(message.id === wanted && { ref: marked, isMarked: true })}
          />
        ))}
        {pending && !isHeard && (
          <MessageItem
            message={heard ?? asMessage('said', 'user', pending.text, pending.spoken)}
            session={session}
          />
        )}
        {pending && (
          <MessageItem message={asMessage('reply', 'assistant', pending.reply || '…')} session={session} />
        )}
      </ol>
      <div ref={end} />
    </div>
  )
}
