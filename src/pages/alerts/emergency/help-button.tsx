import AlertFilled from '@ant-design/icons/AlertFilled'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import styles from './help-button.module.css'
import { useGrace } from './use-grace.ts'

/** Seconds in which a press can be taken back. */
const grace = 3
/** Milliseconds within which a second press is the other half of a double click. */
const doubleClick = 500

interface HelpButtonProps {
  /** For whom; null where nobody is chosen. */
  name: string | null
  pending: boolean
  /** In haste while the screen is being left. */
  onHelp: (how: { inHaste: boolean }) => void
}

/**
 * Calls for help by one touch, which can be taken back for three seconds. Pressing on calls at once: nobody who needs
 * help is asked to be patient.
 */
export function HelpButton({ name, pending, onHelp }: HelpButtonProps) {
  const { t } = useTranslation('emergency')
  const hint = useId()
  const { left, begin, hurry, takeBack } = useGrace(grace, onHelp)
  const pressedAt = useRef(0)
  const isIdle = pending || name === null

  function press() {
    if (isIdle) return
    if (left === null) {
      pressedAt.current = Date.now()
      begin()
    } else if (Date.now() - pressedAt.current > doubleClick) hurry()
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
        <p id={hint}>{name === null ? t('help.whom') : t('help.hint', { name })}</p>
        <p role="status">{left !== null && t('help.counting', { count: left })}</p>
        {left !== null && <Button onClick={takeBack}>{t('help.takeBack')}</Button>}
      </div>
    </div>
  )
}
