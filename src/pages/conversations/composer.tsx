import { type KeyboardEvent, type SubmitEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionStatus } from '#contract/conversations.ts'
import { Button } from '#kit/button.tsx'
import { Remark } from '#kit/remark.tsx'
import styles from './composer.module.css'
import type { TurnControl } from './use-turn.ts'

interface ComposerProps {
  turn: TurnControl
  status: SessionStatus
}

/** The box for the next turn: Enter or Send says it, Shift and Enter begins a line, Stop ends the answer. */
export function Composer({ turn, status }: ComposerProps) {
  const { t } = useTranslation('conversations')
  const form = useRef<HTMLFormElement>(null)
  const { text, setText, pending, failure, send, stop } = turn
  const isOpen = status === 'active'
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isOpen && !pending && text.trim()) void send()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  return (
    <form ref={form} className={styles.composer} onSubmit={submit}>
      {failure && (
        <Remark tone="bad" role="alert">
          <p>{failure}</p>
          <p>{t('composer.kept')}</p>
        </Remark>
      )}
      {!isOpen && <p className={styles.closed}>{t(`composer.${status}`)}</p>}
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
          <Button look="main" type="submit" disabled={!isOpen || !text.trim()}>
            {t('composer.send')}
          </Button>
        )}
      </div>
    </form>
  )
}
