import type { ReactNode } from 'react'
import { Scroller } from './scroller.tsx'
import styles from './table.module.css'

interface TableProps {
  label: string
  /** The headings of the columns, those of numbers told apart; a column of acts comes after them, where `acts` names it. */
  heads: readonly (string | { number: string })[]
  acts?: string
  /** The rows. */
  children: ReactNode
}

/** A small table, which scrolls in itself where it is wider than the screen. */
export const Table = ({ label, heads, acts, children }: TableProps) => (
  <Scroller>
    <table className={styles.table}>
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
          {acts && (
            <th scope="col">
              <span className="spoken">{acts}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </Scroller>
)
