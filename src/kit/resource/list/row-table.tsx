import { flexRender, type Table } from '@tanstack/react-table'
import { type CSSProperties, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListPreferences } from '#contract/platform/lists.ts'
import { PickPage } from '../bulk/pick-cells.tsx'
import type { Selecting } from '../bulk/selection.ts'
import { selectByKey } from '../bulk/selection-keys.ts'
import { useMay } from '../may.ts'
import type { Resource, Row } from '../resource.ts'
import { HeaderCell } from './header-cell.tsx'
import styles from './row-table.module.css'
import { SkeletonRows } from './skeleton-rows.tsx'
import { TableRow } from './table-row.tsx'
import { useRowKeys } from './use-row-keys.ts'
import { useRowWindow } from './use-row-window.ts'

interface RowTableProps {
  of: Resource
  table: Table<Row>
  /** True while the first rows are awaited. */
  loading: boolean
  /** True while other rows are on their way. */
  turning: boolean
  density: ListPreferences['density']
  title: string
  /** Set where rows can be chosen. */
  selecting?: Selecting | undefined
  /** What can be done with a row in place. Such rows open nothing. */
  act?: (row: Row) => ReactNode
}

/** The rows of a list: a table that scrolls in itself, walked by arrow keys or j and k, and cards where it is narrow. */
export function RowTable({ of, table, loading, turning, density, title, selecting, act }: RowTableProps) {
  const { t } = useTranslation('kit')
  const scroller = useRef<HTMLDivElement>(null)
  const shown = table.getRowModel().rows
  const { first, last, before, after, scrollTo, measure } = useRowWindow(shown.length, density, scroller)
  const keys = useRowKeys(shown.length, scrollTo, scroller)
  const width = table.getTotalSize()
  const editing = useMay()(of.api.update) && of.edit === 'drawer' && !act
  const beside = [of.list.expand, selecting, act].filter(Boolean).length

  return (
    <div
      ref={scroller}
      className={`${styles.scroller} ${styles[density]}`}
      aria-busy={turning || loading}
      data-turning={turning || undefined}
    >
      <table
        className={styles.table}
        style={{ '--width': `${width}px` } as CSSProperties}
        aria-rowcount={shown.length + 1}
      >
        <caption className="spoken">{title}</caption>
        <thead className={styles.head}>
          {table.getHeaderGroups().map(group => (
            <tr key={group.id} aria-rowindex={1}>
              {selecting && <PickPage selecting={selecting} />}
              {of.list.expand && (
                <th className={styles.opener}>
                  <span className="spoken">{t('list.details')}</span>
                </th>
              )}
              {group.headers.map(header => (
                <HeaderCell key={header.id} header={header}>
                  {flexRender(header.column.columnDef.header, header.getContext())}
                </HeaderCell>
              ))}
              {act && (
                <th className={styles.act}>
                  <span className="spoken">{t('list.act')}</span>
                </th>
              )}
            </tr>
          ))}
        </thead>
        <tbody
          onKeyDown={event => {
            keys.container.onKeyDown(event)
            if (selecting) selectByKey(event, selecting)
          }}
        >
          {loading && <SkeletonRows columns={table.getVisibleLeafColumns().length + beside} />}
          {before > 0 && <tr aria-hidden style={{ height: before }} />}
          {shown.slice(first, last).map((row, at) => (
            <TableRow
              key={row.id}
              of={of}
              row={row}
              index={first + at}
              measure={measure}
              selecting={selecting}
              editing={editing}
              {...(act && { act })}
              {...keys.row(first + at)}
            />
          ))}
          {after > 0 && <tr aria-hidden style={{ height: after }} />}
        </tbody>
      </table>
    </div>
  )
}
