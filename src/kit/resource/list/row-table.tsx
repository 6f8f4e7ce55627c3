import {
  type ColumnDef,
  flexRender,
  getCoreRowModel,
  type SortingState,
  useReactTable,
} from '@tanstack/react-table'
import { type CSSProperties, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Labels } from '../labels.ts'
import type { Resource, Row } from '../resource.ts'
import type { Sort, View } from '../view.ts'
import { columnsOf } from './columns.tsx'
import { HeaderCell } from './header-cell.tsx'
import type { Preferences } from './preferences.ts'
import styles from './row-table.module.css'
import { SkeletonRows } from './skeleton-rows.tsx'
import { TableRow } from './table-row.tsx'
import { useRowKeys } from './use-row-keys.ts'
import { useRowWindow } from './use-row-window.ts'

interface RowTableProps {
  of: Resource
  /** Undefined while the first rows are awaited. */
  rows: readonly Row[] | undefined
  /** True while other rows are on their way. */
  turning: boolean
  view: View
  columns: readonly string[]
  density: Preferences['density']
  labels: Labels
  title: string
  sortBy: (sort: readonly Sort[]) => void
}

const none: Row[] = []

/** The rows of a list: a table that scrolls in itself, walked by arrow keys or j and k, and cards where it is narrow. */
export function RowTable({
  of,
  rows,
  turning,
  view,
  columns,
  density,
  labels,
  title,
  sortBy,
}: RowTableProps) {
  const { t } = useTranslation('kit')
  const scroller = useRef<HTMLDivElement>(null)
  const definitions: ColumnDef<Row>[] = useMemo(() => columnsOf(of, labels), [of, labels])
  const table = useReactTable({
    data: (rows as Row[] | undefined) ?? none,
    columns: definitions,
    getRowId: row => row.id,
    getCoreRowModel: getCoreRowModel(),
    manualSorting: true,
    sortDescFirst: false,
    state: {
      sorting: view.sort.map(({ field, descending }) => ({ id: field, desc: descending })),
      columnOrder: [...columns],
      columnVisibility: Object.fromEntries([...of.fields.keys()].map(name => [name, columns.includes(name)])),
    },
    onSortingChange: change => {
      const before: SortingState = view.sort.map(({ field, descending }) => ({ id: field, desc: descending }))
      const after = typeof change === 'function' ? change(before) : change
      sortBy(after.map(({ id, desc }) => ({ field: id, descending: desc })))
    },
  })
  const shown = table.getRowModel().rows
  const { first, last, before, after, scrollTo, measure } = useRowWindow(shown.length, density, scroller)
  const keys = useRowKeys(shown.length, scrollTo, scroller)
  const width = table.getTotalSize()

  return (
    <div
      ref={scroller}
      className={`${styles.scroller} ${styles[density]}`}
      aria-busy={turning || !rows}
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
            </tr>
          ))}
        </thead>
        <tbody {...keys.container}>
          {!rows && <SkeletonRows columns={columns.length + (of.list.expand ? 1 : 0)} />}
          {before > 0 && <tr aria-hidden style={{ height: before }} />}
          {shown.slice(first, last).map((row, at) => (
            <TableRow
              key={row.id}
              of={of}
              row={row}
              index={first + at}
              measure={measure}
              {...keys.row(first + at)}
            />
          ))}
          {after > 0 && <tr aria-hidden style={{ height: after }} />}
        </tbody>
      </table>
    </div>
  )
}
