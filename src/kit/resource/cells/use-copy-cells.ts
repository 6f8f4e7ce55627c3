import type { Column, Row as TableRowModel } from '@tanstack/react-table'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Row } from '../resource.ts'
import { type Place, type rangeOf, tsvOf } from './editable.ts'
import { cellIn } from './focus.ts'

interface CopiedCells {
  scroller: RefObject<HTMLElement | null>
  shown: readonly TableRowModel<Row>[]
  columns: readonly Column<Row, unknown>[]
  active: Place | undefined
  range: ReturnType<typeof rangeOf> | undefined
}

/**
 * Copies the selected cells, else the active one, as they are displayed. A long page does not have all its rows in the
 * document: the texts of those that are selected are noted while they are.
 */
export function useCopyCells({ scroller, shown, columns, active, range }: CopiedCells) {
  const texts = useRef(new Map<string, string>())

  /** Notes the texts of the selected cells that are in the document. @returns the lines of the selection */
  function read(): string[][] {
    const cells =
      range ?? (active && { top: active.row, bottom: active.row, start: active.column, end: active.column })
    if (!cells) return []
    return shown.slice(cells.top, cells.bottom + 1).map(({ id }, at) =>
      columns.slice(cells.start, cells.end + 1).map(column => {
        const cell = cellIn(scroller.current, cells.top + at, column.id)
        const key = `${id} ${column.id}`
        // biome-ignore lint/performance/useDomNodeTextContent: only what is displayed
        if (cell) texts.current.set(key, cell.innerText.trim())
        return texts.current.get(key) ?? ''
      }),
    )
  }

  const latest = useRef(read)
  latest.current = read
  const rangeKey = range && Object.values(range).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is selected is noted when it changes
  useLayoutEffect(() => {
    if (range) latest.current()
    else texts.current.clear()
  }, [rangeKey])

  useEffect(() => {
    const table = scroller.current
    function copy(event: ClipboardEvent) {
      const isText = getSelection()?.isCollapsed === false
      const isCell = event.target instanceof HTMLElement && event.target.matches('td[data-column]')
      if (!isCell || isText || !event.clipboardData) return
      event.clipboardData.setData('text/plain', tsvOf(latest.current()))
      event.preventDefault()
    }
    table?.addEventListener('copy', copy)
    return () => table?.removeEventListener('copy', copy)
  }, [scroller])
}
