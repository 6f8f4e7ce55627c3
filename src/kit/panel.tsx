import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

interface PanelProps {
  /** A `nav` where it leads elsewhere. */
  as?: 'section' | 'nav'
  title: string
  actions?: ReactNode
  children: ReactNode
}

/** A titled part of a screen, which its content fills to the edges as a list or a table does. */
export function Panel({ as: Part = 'section', title, actions, children }: PanelProps) {
  const heading = useId()
  return (
    <Part className={styles.panel} aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{title}</h2>
        {actions}
      </header>
      {children}
    </Part>
  )
}
