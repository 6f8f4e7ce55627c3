import type { ReactNode } from 'react'
import styles from './table.module.css'

interface TableProps {
  label: string
  /** The headings of the columns; a column of acts comes after them, where `acts` names it. */
  heads: readonly string[]
  acts?: string
  /** The rows. */
  children: ReactNode
}

/** A small table, which scrolls in itself where it is wider than the screen. */
export const Table = ({ label, heads, acts, children }: TableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
  <div className={styles.scroller} tabIndex={0}>
    <table className={styles.table}>
      <caption className="spoken">{label}</caption>
      <thead>
        <tr>
          {heads.map(head => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          {acts && (
            <th scope="col">
              <span className="spoken">{acts}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)
