import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

interface PanelProps {
  title: string
  actions?: ReactNode
  children: ReactNode
}

/** A titled part of a screen. */
export function Panel({ title, actions, children }: PanelProps) {
  const heading = useId()
  return (
    <section className={styles.panel} aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  )
}
