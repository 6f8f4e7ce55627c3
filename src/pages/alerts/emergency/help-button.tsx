import AlertFilled from '@ant-design/icons/AlertFilled'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import styles from './help-button.module.css'
import { useUndoableAction } from './use-undoable-action.ts'

/** Seconds in which a press can be undone. */
const undoSeconds = 3
/** A second press within this many milliseconds counts as a double click and is ignored. */
const doubleClickMs = 500

interface HelpButtonProps {
  /** Name of the selected person; null if none is selected. */
  name: string | null
  pending: boolean
  /** `inHaste` is set while the page is being unloaded: no time for async work first. */
  onHelp: (how: { inHaste: boolean }) => void
}

/**
 * Emergency button with three seconds to undo. A second press skips the countdown.
 */
export function HelpButton({ name, pending, onHelp }: HelpButtonProps) {
  const { t } = useTranslation('emergency')
  const hint = useId()
  const { left, begin, hurry, takeBack } = useUndoableAction(undoSeconds, onHelp)
  const pressedAt = useRef(0)
  const isIdle = pending || name === null

  function press() {
    if (isIdle) return
    if (left === null) {
      pressedAt.current = Date.now()
      begin()
    } else if (Date.now() - pressedAt.current > doubleClickMs) hurry()
  }

  return (
    <div className={styles.help}>
      <button
        type="button"
        className={styles.button}
        data-counting={left !== null || undefined}
        aria-disabled={isIdle || undefined}
        aria-describedby={hint}
        onClick={press}
      >
        <AlertFilled aria-hidden />
        {t('help.title')}
      </button>
      <div className={styles.state}>
        <p id={hint}>{name === null ? t('help.choosePerson') : t('help.hint', { name })}</p>
        <p role="status">{left !== null && t('help.counting', { count: left })}</p>
        {left !== null && <Button onClick={takeBack}>{t('help.cancel')}</Button>}
      </div>
    </div>
  )
}
