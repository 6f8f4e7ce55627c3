import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

interface PanelProps {
  title: string
  lead?: ReactNode
  /** Acts on what it shows, at the end of its title. */
  tools?: ReactNode
  /** As broad as the screen. */
  broad?: boolean
  children: ReactNode
}

/** A titled part of a screen of figures. */
export function Panel({ title, lead, tools, broad = false, children }: PanelProps) {
  const id = useId()
  return (
    <section className={broad ? `${styles.panel} ${styles.broad}` : styles.panel} aria-labelledby={id}>
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

/** Figures side by side. */
export const Cards = ({ children }: { children: ReactNode }) => <div className={styles.cards}>{children}</div>

/** Panels side by side, as far as there is room. */
export const Panels = ({ children }: { children: ReactNode }) => (
  <div className={styles.panels}>{children}</div>
)
