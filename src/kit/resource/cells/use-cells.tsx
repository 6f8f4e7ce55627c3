import type { Table, Row as TableRowModel } from '@tanstack/react-table'
import {
  type ComponentProps,
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Resource, Row } from '../resource.ts'

/** What cell mode adds to a cell: attributes, and an editor instead of its value. */
export interface CellExtra {
  attributes: ComponentProps<'td'>
  content?: ReactNode
}

/** What cell mode adds to the cells of a row, by column. */
export type RowExtra = ReadonlyMap<string, CellExtra>

/** What cell mode adds to a table; rows whose extra is the same object need not render again. */
export interface CellsState {
  rows: ReadonlyMap<string, RowExtra>
  /** Columns that cannot be edited. */
  readOnly: ReadonlySet<string>
  onKeyDown: (event: KeyboardEvent) => void
  edit: (row: number, column: string) => void
}

/** How cell mode begins: at a column, or the first one. */
export interface CellStart {
  row: number
  column: string | undefined
  isEdited: boolean
}

export interface CellTable {
  of: Resource
  table: Table<Row>
  shown: readonly TableRowModel<Row>[]
  scroller: RefObject<HTMLElement | null>
  scrollTo: (index: number) => void
  isPast: boolean
  isDeleted: boolean
}

const CellGrid = lazy(async () => ({ default: (await import('./cell-grid.tsx')).CellGrid }))

/** Milliseconds in which a second click makes a double click. */
const doubleClickMs = 250

const isCards = () => matchMedia('(width <= 640px)').matches
const rowOf = (target: EventTarget) =>
  Number((target as Element).closest<HTMLElement>('tr[data-index]')?.dataset.index ?? Number.NaN)
const columnOf = (target: EventTarget) =>
  (target as Element).closest<HTMLElement>('td[data-column]')?.dataset.column

/** Cell mode of a table: its code is loaded when the arrow into a row, F2 or a double click begins it. */
export function useCells(list: CellTable) {
  const [start, setStart] = useState<CellStart>()
  const [state, setState] = useState<CellsState>()
  const opening = useRef<number>(undefined)
  useEffect(() => () => clearTimeout(opening.current), [])

  function begin(begun: CellStart) {
    if (state && begun.isEdited && begun.column) state.edit(begun.row, begun.column)
    else setStart(begun)
  }

  return {
    state,
    layer: start && (
      <Suspense>
        <CellGrid {...list} start={start} publish={setState} />
      </Suspense>
    ),
    /** @returns whether the key was that of a cell, and not of a row */
    onKeyDown(event: KeyboardEvent): boolean {
      const { target, key } = event
      if (!(target instanceof HTMLTableRowElement)) {
        state?.onKeyDown(event)
        return columnOf(target) !== undefined
      }
      const isRtl = getComputedStyle(target).direction === 'rtl'
      const isEdited = key === 'F2'
      if (!isEdited && key !== (isRtl ? 'ArrowLeft' : 'ArrowRight')) return false
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isCards()) return false
      event.preventDefault()
      begin({ row: rowOf(target), column: undefined, isEdited })
      return true
    },
    onDoubleClick({ target }: MouseEvent) {
      clearTimeout(opening.current)
      const [row, column] = [rowOf(target), columnOf(target)]
      if (column !== undefined && !Number.isNaN(row) && !isCards()) begin({ row, column, isEdited: true })
    },
    /** Opens a row by a click: at once, or after a moment where a second click would edit the cell. */
    open({ target, detail, nativeEvent }: MouseEvent, enter: () => void) {
      const column = columnOf(target)
      const body = list.of.api.update?.body as { shape?: object } | undefined
      const isMouse = (nativeEvent as PointerEvent).pointerType === 'mouse'
      const mayBeEdited = isMouse && !list.isPast && !list.isDeleted && !isCards()
      clearTimeout(opening.current)
      if (!mayBeEdited || column === undefined || !(column in (body?.shape ?? {}))) enter()
      else if (detail === 1) opening.current = window.setTimeout(enter, doubleClickMs)
    },
  }
}
