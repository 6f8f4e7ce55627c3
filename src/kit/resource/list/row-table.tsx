import { flexRender, type Header, type Table } from '@tanstack/react-table'
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { ListPreferences } from '#contract/platform/lists.ts'
import { useCanCall } from '../../current-user.ts'
import { useShortcuts } from '../../shortcuts.ts'
import { SelectPageCell } from '../bulk/select-cells.tsx'
import { type SelectionControls, selectByKey } from '../bulk/selection.ts'
import { useCells } from '../cells/use-cells.tsx'
import type { Resource, Row } from '../resource.ts'
import { nameWhole, pinnedAt, ResizeHandle } from './column-layout.tsx'
import styles from './row-table.module.css'
import { useRowWindow } from './row-window.ts'
import { TableRow } from './table-row.tsx'

interface RowTableProps {
  of: Resource
  table: Table<Row>
  /** True while the first rows load. */
  loading: boolean
  /** True while another page loads. */
  turning: boolean
  density: ListPreferences['density']
  title: string
  /** Called with the widths of all columns when one has been changed by dragging. */
  onResize?: (widths: Record<string, number>) => void
  /** Set if rows can be selected. */
  selecting?: SelectionControls | undefined
  /** Action of each row. Such rows do not open. */
  act?: (row: Row) => ReactNode
  /** The instant as of which rows are shown; by default now. */
  asOf?: string | null
}

/** A list's rows: a scrolling table with arrow key navigation, and cards on narrow screens. */
export function RowTable({
  of,
  table,
  loading,
  turning,
  density,
  title,
  onResize,
  selecting,
  act,
  asOf = null,
}: RowTableProps) {
  const { t } = useTranslation('kit')
  const scroller = useRef<HTMLDivElement>(null)
  const shown = table.getRowModel().rows
  const { first, last, before, after, scrollTo, measure } = useRowWindow(shown.length, density, scroller)
  const keys = useRowKeys(shown.length, scrollTo, scroller)
  const cells = useCells({
    of,
    table,
    shown,
    scroller,
    scrollTo,
    isPast: asOf !== null,
    isDeleted: Boolean(act),
  })
  const width = table.getTotalSize()
  const { columnSizing: layout } = table.getState()
  // Pinned columns need to know where the ones before them end.
  const isFixed =
    Object.keys(table.getState().columnSizing).length > 0 || table.getLeftLeafColumns().length > 1
  const editing = useCanCall()(of.api.update) && of.edit === 'drawer' && !act && !asOf
  const extraColumns = [of.list.expand, selecting, act].filter(Boolean).length

  return (
    <>
      {cells.layer}
      <div
        ref={scroller}
        className={`${styles.scroller} ${styles[density]}`}
        aria-busy={turning || loading}
        data-turning={turning || undefined}
      >
        <table
          className={styles.table}
          data-fixed={isFixed || undefined}
          style={{ '--width': `${width}px` } as CSSProperties}
          aria-rowcount={shown.length + 1}
          onPointerOver={nameWhole}
          {...(cells.state && { role: 'grid' })}
        >
          <caption className="spoken">{title}</caption>
          <thead className={styles.head}>
            {table.getHeaderGroups().map(group => (
              <tr key={group.id} aria-rowindex={1}>
                {selecting && <SelectPageCell selecting={selecting} />}
                {of.list.expand && (
                  <th className={styles.opener}>
                    <span className="spoken">{t('list.details')}</span>
                  </th>
                )}
                {group.headers.map(header => (
                  <HeaderCell key={header.id} header={header} {...(onResize && { onResize })}>
                    {flexRender(header.column.columnDef.header, header.getContext())}
                  </HeaderCell>
                ))}
                {act && (
                  <th className={styles.act}>
                    <span className="spoken">{t('list.actions')}</span>
                  </th>
                )}
              </tr>
            ))}
          </thead>
          <tbody
            onKeyDown={event => {
              if (cells.onKeyDown(event)) return
              keys.container.onKeyDown(event)
              if (selecting) selectByKey(event, selecting)
            }}
          >
            {loading && <SkeletonRows columns={table.getVisibleLeafColumns().length + extraColumns} />}
            {before > 0 && <tr aria-hidden style={{ height: before }} />}
            {shown.slice(first, last).map((row, at) => (
              <TableRow
                key={row.id}
                of={of}
                row={row}
                layout={layout}
                index={first + at}
                measure={measure}
                selecting={selecting}
                editing={editing}
                asOf={asOf}
                {...(act && { act })}
                {...keys.row(first + at)}
                {...(cells.state && { tabIndex: -1, cellsState: cells.state })}
              />
            ))}
            {after > 0 && <tr aria-hidden style={{ height: after }} />}
          </tbody>
        </table>
      </div>
    </>
  )
}

const lengths = ['62%', '40%', '55%', '70%', '48%']

/** Skeleton rows of the rows' height. */
export const SkeletonRows = ({ columns }: { columns: number }) =>
  Array.from({ length: 12 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
    <tr key={row} className={styles.row} aria-hidden>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <td key={column}>
          <span className={styles.bone} style={{ width: lengths[(row + column) % lengths.length] }} />
        </td>
      ))}
    </tr>
  ))

const spoken = { asc: 'ascending', desc: 'descending' } as const

interface HeaderCellProps {
  header: Header<Row, unknown>
  onResize?: (widths: Record<string, number>) => void
  children: ReactNode
}

/** Column header; click sorts, Shift+click adds a sort column, its end is dragged to change the width. */
export function HeaderCell({ header, onResize, children }: HeaderCellProps) {
  const { column } = header
  const sorted = column.getIsSorted()
  const cell = {
    scope: 'col',
    className: column.columnDef.meta?.number ? styles.number : undefined,
    style: { width: header.getSize(), ...pinnedAt(column) },
    'data-column': column.id,
    'data-pinned': column.getIsPinned() || undefined,
  } as const
  const handle = onResize && <ResizeHandle column={column.id} onResize={onResize} />
  if (!column.getCanSort()) {
    return (
      <th {...cell}>
        {children}
        {handle}
      </th>
    )
  }
  return (
    <th {...cell} aria-sort={sorted ? spoken[sorted] : 'none'}>
      <button type="button" className={styles.sort} onClick={column.getToggleSortingHandler()}>
        <span className={styles.heading}>{children}</span>
        <span className={styles.direction} data-direction={sorted || undefined} aria-hidden>
          {sorted === 'desc' ? '↓' : '↑'}
        </span>
      </button>
      {handle}
    </th>
  )
}

/** By how many rows a key moves. */
export const rowSteps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  j: 1,
  ArrowUp: -1,
  k: -1,
  PageDown: 10,
  PageUp: -10,
  Home: -Infinity,
  End: Infinity,
}

/**
 * Roving tabindex over the rows: arrow keys, Page Up and Page Down by ten, Home, End, j and k. j and k also enter the
 * rows from anywhere outside inputs.
 */
export function useRowKeys(
  count: number,
  scrollTo: (index: number) => void,
  scroller: RefObject<HTMLElement | null>,
) {
  const { search } = useLocation()
  const [activeRow, setActiveRow] = useState({ search, active: 0 })
  // Another page, order or filter starts at the first row.
  const active = activeRow.search === search ? activeRow.active : 0
  const setActive = (next: number) => next !== active && setActiveRow({ search, active: next })
  // Row to focus once it is rendered.
  const wanted = useRef<number>(null)

  useEffect(() => {
    if (wanted.current === null) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`)
    if (!row) return
    wanted.current = null
    row.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'nearest' })
  })

  function walk(to: number) {
    const index = Math.max(0, Math.min(count - 1, to))
    wanted.current = index
    setActive(index)
    scrollTo(index)
  }

  const enter = () => scroller.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus()
  useShortcuts({ j: enter, k: enter })

  return {
    container: {
      onKeyDown: (event: KeyboardEvent) => {
        const step = rowSteps[event.key]
        if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
        event.preventDefault()
        walk(active + step)
      },
    },
    row: (index: number) => ({
      tabIndex: index === Math.min(active, count - 1) ? 0 : -1,
      onFocus: () => setActive(index),
    }),
  }
}
