import { useTranslation } from 'react-i18next'
import type { Message, Session } from '#contract/conversations/conversations.ts'
import { speech } from '#contract/conversations/speech.ts'
import { errorDetail, request } from '#kit/call.ts'
import { type Player, usePlayer } from '#kit/player.ts'
import { toast } from '#kit/toasts.ts'

export interface Voice extends Pick<Player, 'now' | 'stop'> {
  /** Replays a message. */
  speak(message: Pick<Message, 'id' | 'content'>): void
  /** Speaks a new reply and records the speech latency. */
  speakReply(message: Pick<Message, 'id' | 'content'>): void
}

/** Speaks messages in the conversation's language, with the voice configured for it. */
export function useVoice(session: string, language: Session['language']): Voice {
  const { t } = useTranslation('conversations')
  const { now, play, stop } = usePlayer()
  const speak = ({ id, content }: Pick<Message, 'id' | 'content'>, isNew: boolean) => {
    if (!content) return
    const source = isNew && { answer: { session_id: session, message_id: id } }
    play(id, signal => request(speech.speak, { body: { text: content, language, ...source }, signal })).catch(
      (error: unknown) =>
        toast({
          tone: 'bad',
          text: t('voice.notSpoken'),
          detail: errorDetail(error),
        }),
    )
  }
  return { now, stop, speak: message => speak(message, false), speakReply: message => speak(message, true) }
}
