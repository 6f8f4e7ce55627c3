import type { ReactNode } from 'react'
import { ScrollArea } from './scroll-area.tsx'
import styles from './table.module.css'

interface TableProps {
  label: string
  /** Column headings, numeric ones marked; `actionsLabel` names an additional column of actions. */
  heads: readonly (string | { number: string })[]
  actionsLabel?: string
  /** Shows each row as a card on narrow screens; the cells then need their heading as `data-label`. */
  hasCards?: boolean
  /** The rows. */
  children: ReactNode
}

/** A small table that scrolls horizontally if needed. */
export const Table = ({ label, heads, actionsLabel, hasCards = false, children }: TableProps) => (
  <ScrollArea>
    <table className={hasCards ? `${styles.table} ${styles.cards}` : styles.table}>
      <caption className="spoken">{label}</caption>
      <thead>
        <tr>
          {heads.map(head =>
            typeof head === 'string' ? (
              <th key={head} scope="col">
                {head}
              </th>
            ) : (
              <th key={head.number} scope="col" className={styles.number}>
                {head.number}
              </th>
            ),
          )}
          {actionsLabel && (
            <th scope="col">
              <span className="spoken">{actionsLabel}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </ScrollArea>
)
