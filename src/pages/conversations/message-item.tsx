import AudioOutlined from '@ant-design/icons/AudioOutlined'
import SoundOutlined from '@ant-design/icons/SoundOutlined'
import StopOutlined from '@ant-design/icons/StopOutlined'
import WarningFilled from '@ant-design/icons/WarningFilled'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message, Session } from '#contract/conversations/conversations.ts'
import { Button } from '#kit/button.tsx'
import { useFormat } from '#kit/format.ts'
import styles from './message-item.module.css'
import { TurnDetails } from './turn-details.tsx'
import type { Voice } from './use-voice.ts'

interface MessageItemProps {
  message: Message
  session: Session
  voice?: Voice | null
  isMarked?: boolean
  ref?: Ref<HTMLLIElement>
}

/** One message with author, mode and time; expands to its analysis. */
export function MessageItem({ message, session, voice = null, isMarked = false, ref }: MessageItemProps) {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  const { type, content, timestamp, voice_input, safety_flagged, stopped, latency, risk_score } = message
  const hasDetails = latency !== null || risk_score !== null
  return (
    <li ref={ref} className={styles.message} data-type={type} data-marked={isMarked || undefined}>
      <p className={styles.head}>
        <strong>{type === 'user' ? session.user_name : t('message.assistant')}</strong>
        {voice_input && (
          <AudioOutlined role="img" aria-label={t('message.voice')} title={t('message.voice')} />
        )}
        {safety_flagged && (
          <WarningFilled
            className={styles.warning}
            role="img"
            aria-label={t('message.flagged')}
            title={t('message.flagged')}
          />
        )}
        {stopped && <span>{t('message.stopped')}</span>}
        {voice && type === 'assistant' && content && <SpeakButton message={message} voice={voice} />}
        <time dateTime={timestamp} title={format.dateTime(timestamp)}>
          {format.time(timestamp)}
        </time>
      </p>
      <p className={styles.text} lang={session.language} dir="auto">
        {content ?? <em className={styles.hidden}>{t('message.hidden')}</em>}
      </p>
      {hasDetails && <TurnDetails message={message} session={session} />}
    </li>
  )
}

/** Plays and stops a message's speech. */
function SpeakButton({ message, voice }: { message: Message; voice: Voice }) {
  const { t } = useTranslation('conversations')
  const state = voice.now?.key === message.id ? voice.now.state : null
  const label = t(state === 'playing' ? 'voice.stop' : 'voice.listen')
  return (
    <Button
      variant="quiet"
      icon={state === 'playing' ? <StopOutlined /> : <SoundOutlined />}
      pending={state === 'loading'}
      aria-label={label}
      title={label}
      onClick={() => (state === 'playing' ? voice.stop() : voice.speak(message))}
    />
  )
}
