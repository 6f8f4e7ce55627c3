import type { ReactNode } from 'react'
import styles from './callout.module.css'

interface RemarkProps {
  tone: 'good' | 'warn' | 'bad' | 'info'
  /** Set where the callout appears in response to something, so that it is announced. */
  role?: 'status' | 'alert'
  children: ReactNode
}

/** A highlighted message above or within a form. */
export const Callout = ({ tone, role, children }: RemarkProps) => (
  <div className={`${styles.remark} ${styles[tone]}`} role={role}>
    {children}
  </div>
)
