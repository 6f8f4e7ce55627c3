import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface NoticeProps {
  title: string
  icon?: ReactNode
  tone?: 'calm' | 'good' | 'warn' | 'bad'
  /** Heading level; 1 where it is the whole screen. */
  level?: 1 | 2
  children?: ReactNode
  actions?: ReactNode
  /** Set where it appears in response to something, so that it is announced. */
  role?: 'status' | 'alert'
}

/** Placeholder for content that is empty, failed, forbidden or not found. */
export function EmptyState({ title, icon, tone = 'calm', level = 2, children, actions, role }: NoticeProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={styles.notice} role={role}>
      {icon && (
        <span className={`${styles.icon} ${styles[tone]}`} aria-hidden>
          {icon}
        </span>
      )}
      <Heading className={styles.title}>{title}</Heading>
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
