import { useTranslation } from 'react-i18next'
import type { Message, Session } from '#contract/conversations.ts'
import { speech } from '#contract/speech.ts'
import { Refused, request } from '#kit/call.ts'
import { type Player, usePlayer } from '#kit/player.ts'
import { say } from '#kit/toasts.ts'

export interface Voice extends Pick<Player, 'now' | 'stop'> {
  /** Speaks a message. */
  speak(message: Pick<Message, 'id' | 'content'>): void
}

/** Speaks messages in the language of their conversation, by the voice that was chosen for it. */
export function useVoice(language: Session['language']): Voice {
  const { t } = useTranslation('conversations')
  const { now, play, stop } = usePlayer()
  return {
    now,
    stop,
    speak({ id, content }) {
      if (!content) return
      play(id, signal => request(speech.speak, { body: { text: content, language }, signal })).catch(
        (error: unknown) =>
          say({
            tone: 'bad',
            text: t('voice.notSpoken'),
            ...(error instanceof Refused && { detail: error.problem.detail }),
          }),
      )
    },
  }
}
