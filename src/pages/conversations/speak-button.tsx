import SoundOutlined from '@ant-design/icons/SoundOutlined'
import StopOutlined from '@ant-design/icons/StopOutlined'
import { useTranslation } from 'react-i18next'
import type { Message } from '#contract/conversations/conversations.ts'
import { Button } from '#kit/button.tsx'
import type { Voice } from './use-voice.ts'

/** Plays and stops a message's speech. */
export function SpeakButton({ message, voice }: { message: Message; voice: Voice }) {
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
