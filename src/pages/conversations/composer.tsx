import { type KeyboardEvent, type SubmitEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Session } from '#contract/conversations/conversations.ts'
import { speech } from '#contract/conversations/speech.ts'
import { Button } from '#kit/button.tsx'
import { Callout } from '#kit/callout.tsx'
import { useCall } from '#kit/use-call.ts'
import styles from './composer.module.css'
import type { TurnControl } from './use-turn.ts'
import { VoiceInput } from './voice-input.tsx'

interface ComposerProps {
  turn: TurnControl
  session: Session
  /** Stops speech playback. */
  hush: () => void
}

/** Message input: Enter sends, Shift+Enter inserts a line break, Stop aborts the reply. */
export function Composer({ turn, session, hush }: ComposerProps) {
  const { t } = useTranslation('conversations')
  const form = useRef<HTMLFormElement>(null)
  const { text, setText, hear, pending, failure, send, stop } = turn
  const { status, language, voice_input } = session
  const { data: abilities } = useCall(speech.abilities, {}, { enabled: voice_input })
  const isOpen = status === 'active'
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isOpen || pending || !text.trim()) return
    hush()
    void send()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  return (
    <form ref={form} className={styles.composer} onSubmit={submit}>
      {failure && (
        <Callout tone="bad" role="alert">
          <p>{failure}</p>
          <p>{t('composer.kept')}</p>
        </Callout>
      )}
      {!isOpen && <p className={styles.closed}>{t(`composer.${status}`)}</p>}
      {isOpen && voice_input && abilities && (
        <VoiceInput
          language={language}
          abilities={abilities.transcription}
          disabled={pending !== null}
          onBegin={hush}
          onText={hear}
        />
      )}
      <div className={styles.row}>
        <textarea
          aria-label={t('composer.label')}
          placeholder={t('composer.placeholder')}
          rows={2}
          maxLength={4_000}
          value={text}
          disabled={!isOpen}
          onChange={event => setText(event.target.value)}
          onKeyDown={press}
        />
        {pending ? (
          <Button onClick={stop}>{t('composer.stop')}</Button>
        ) : (
          <Button variant="main" type="submit" disabled={!isOpen || !text.trim()}>
            {t('composer.send')}
          </Button>
        )}
      </div>
    </form>
  )
}
