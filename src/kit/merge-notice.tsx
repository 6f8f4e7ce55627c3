import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import styles from './merge-notice.module.css'

interface MergeNoticeProps {
  /** Name of the field. */
  label: string
  /** What someone else did. */
  children: ReactNode
  /** Their value, or the former one. */
  value: ReactNode
  /** Set if both changed the field: what its buttons do. */
  choice: { keep: () => void; take: () => void } | undefined
  /** Set if Alt+M and Alt+T press the buttons. */
  hasKeys?: boolean
  /** Name of the field in the DOM, for a conflict. */
  name?: string
}

/** What someone else did to a field that is being edited, and the choice between both values. */
export function MergeNotice({ label, children, value, choice, hasKeys = false, name }: MergeNoticeProps) {
  const { t } = useTranslation('kit')
  const button = (text: string, key: string, press: () => void) => (
    <Button
      onClick={press}
      aria-label={`${label}: ${text}`}
      {...(hasKeys && { 'aria-keyshortcuts': key, title: key })}
    >
      {text}
    </Button>
  )
  return (
    <span
      className={`${styles.notice} ${choice ? styles.conflict : ''}`}
      role="status"
      data-conflict={choice ? name : undefined}
    >
      <span>
        {children} <bdi className={styles.value}>{value}</bdi>
      </span>
      {choice && (
        <span className={styles.choice}>
          {button(t('merge.keep'), 'Alt+M', choice.keep)}
          {button(t('merge.take'), 'Alt+T', choice.take)}
        </span>
      )}
    </span>
  )
}
