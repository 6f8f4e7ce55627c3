import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

interface PanelProps {
  title: string
  lead?: ReactNode
  /** Actions at the end of the title. */
  tools?: ReactNode
  /** Spans the full width. */
  wide?: boolean
  children: ReactNode
}

/** A titled section of a dashboard. */
export function Panel({ title, lead, tools, wide = false, children }: PanelProps) {
  const id = useId()
  return (
    <section className={wide ? `${styles.panel} ${styles.broad}` : styles.panel} aria-labelledby={id}>
      <header className={styles.header}>
        <div>
          <h2 id={id}>{title}</h2>
          {lead && <p>{lead}</p>}
        </div>
        {tools}
      </header>
      {children}
    </section>
  )
}

/** Cards side by side. */
export const Cards = ({ children }: { children: ReactNode }) => <div className={styles.cards}>{children}</div>

/** Panels side by side, as space permits. */
export const Panels = ({ children }: { children: ReactNode }) => (
  <div className={styles.panels}>{children}</div>
)
