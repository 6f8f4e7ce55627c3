import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface NoticeProps {
  title: string
  icon?: ReactNode
  tone?: 'calm' | 'good' | 'warn' | 'bad'
  /** The rank of the title's heading; 1 where the notice is the whole screen. */
  level?: 1 | 2
  children?: ReactNode
  actions?: ReactNode
  /** Set where the notice appears in answer to something, so that it is read out. */
  role?: 'status' | 'alert'
}

/** What stands where content would: empty, failed, forbidden, not found, not built yet. */
export function Notice({ title, icon, tone = 'calm', level = 2, children, actions, role }: NoticeProps) {
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
