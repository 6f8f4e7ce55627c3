import type { Column } from '@tanstack/react-table'
import type { CSSProperties, PointerEvent } from 'react'
import { columnWidths } from '#contract/platform/lists.ts'
import type { Row } from '../resource.ts'
import styles from './row-table.module.css'

export const clampWidth = (width: number) =>
  Math.round(Math.max(columnWidths.min, Math.min(columnWidths.max, width)))

/** Where a pinned column stays while the others scroll. */
export const pinnedAt = (column: Column<Row, unknown>): CSSProperties =>
  column.getIsPinned() ? { insetInlineStart: column.getStart('left') } : {}

const headersIn = (table: Element) => [...table.querySelectorAll<HTMLElement>('th[data-column]')]

/** Widths in pixels of the columns on the screen; empty where rows are cards. */
export const widthsIn = (table: Element): Record<string, number> =>
  Object.fromEntries(
    headersIn(table)
      .filter(header => header.offsetWidth > 0)
      .map(header => [header.dataset.column ?? '', clampWidth(header.offsetWidth)]),
  )

/** Gives a cell its whole text as title if it is cut; measured when it is pointed at, because widths change. */
export function nameWhole({ target }: PointerEvent) {
  const cell = (target as Element).closest<HTMLElement>('td, th')
  if (!cell) return
  const isCut = [cell, ...cell.querySelectorAll('*')].some(
    part => part.scrollWidth > part.clientWidth && getComputedStyle(part).overflowX === 'hidden',
  )
  if (isCut) cell.title = cell.textContent
  else cell.removeAttribute('title')
}

interface ResizeHandleProps {
  column: string
  onResize: (widths: Record<string, number>) => void
}

/** The end of a column's header, dragged to change its width. By keyboard, the menu of columns does it. */
export function ResizeHandle({ column, onResize }: ResizeHandleProps) {
  function drag({ currentTarget: handle, clientX: start, pointerId }: PointerEvent<HTMLElement>) {
    const table = handle.closest('table')
    if (!table) return
    const widths = widthsIn(table)
    const before = widths[column] ?? 0
    const direction = getComputedStyle(table).direction === 'rtl' ? -1 : 1
    // Written to the elements: rendering every row at every step would be slow.
    function move({ clientX }: { clientX: number }) {
      if (!table || clientX === start) return
      widths[column] = clampWidth(before + direction * (clientX - start))
      for (const header of headersIn(table)) header.style.width = `${widths[header.dataset.column ?? '']}px`
      table.style.setProperty('--width', `${Object.values(widths).reduce((sum, width) => sum + width, 0)}px`)
      table.dataset.fixed = 'true'
    }
    function end() {
      handle.removeEventListener('pointermove', move)
      if (widths[column] !== before) onResize(widths)
    }
    handle.setPointerCapture(pointerId)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', end, { once: true })
  }
  return <span className={styles.resizer} aria-hidden onPointerDown={drag} />
}
