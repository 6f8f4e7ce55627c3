import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

interface PanelProps {
  /** `nav` for a list of links. */
  as?: 'section' | 'nav'
  title: string
  actions?: ReactNode
  children: ReactNode
}

/** A titled section whose content extends to its edges, such as a list or table. */
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
