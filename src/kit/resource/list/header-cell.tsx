import type { Header } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import type { Row } from '../resource.ts'
import styles from './row-table.module.css'

const spoken = { asc: 'ascending', desc: 'descending' } as const

/** A column's header; pressing it sorts, and with Shift sorts by one column more. */
export function HeaderCell({ header, children }: { header: Header<Row, unknown>; children: ReactNode }) {
  const { column } = header
  const sorted = column.getIsSorted()
  const className = column.columnDef.meta?.number ? styles.number : undefined
  const style = { width: header.getSize() }
  if (!column.getCanSort()) {
    return (
      <th scope="col" className={className} style={style}>
        {children}
      </th>
    )
  }
  return (
    <th scope="col" className={className} style={style} aria-sort={sorted ? spoken[sorted] : 'none'}>
      <button type="button" className={styles.sort} onClick={column.getToggleSortingHandler()}>
        {children}
        <span className={styles.direction} data-direction={sorted || undefined} aria-hidden>
          {sorted === 'desc' ? '↓' : '↑'}
        </span>
      </button>
    </th>
  )
}
