import type { ReactNode } from 'react'
import styles from './remark.module.css'

interface RemarkProps {
  tone: 'good' | 'warn' | 'bad' | 'info'
  /** Set where the remark appears in answer to something, so that it is read out. */
  role?: 'status' | 'alert'
  children: ReactNode
}

/** A boxed sentence above or within a form. */
export const Remark = ({ tone, role, children }: RemarkProps) => (
  <div className={`${styles.remark} ${styles[tone]}`} role={role}>
    {children}
  </div>
)
