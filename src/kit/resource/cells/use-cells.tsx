import type { Table, Row as TableRowModel } from '@tanstack/react-table'
import {
  type ComponentProps,
  type KeyboardEvent,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useState,
} from 'react'
import { useCanCall } from '../../current-user.ts'
import type { Resource, Row } from '../resource.ts'
import { CellPencil } from './cell-pencil.tsx'

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

const isCards = () => matchMedia('(width <= 640px)').matches
const rowOf = (target: EventTarget) =>
  Number((target as Element).closest<HTMLElement>('tr[data-index]')?.dataset.index ?? Number.NaN)
const columnOf = (target: EventTarget) =>
  (target as Element).closest<HTMLElement>('td[data-column]')?.dataset.column

/** Cell mode of a table: its code is loaded when the arrow into a row, F2 or the button of a cell begins it. */
export function useCells(list: CellTable) {
  const [start, setStart] = useState<CellStart>()
  const [state, setState] = useState<CellsState>()
  const { update } = list.of.api
  const mayEdit = useCanCall()(update) && !list.isPast && !list.isDeleted
  const canEdit = useCallback(
    (column: string) =>
      column in ((update?.body as { shape?: object } | undefined)?.shape ?? {}) && !isCards(),
    [update],
  )

  function begin(begun: CellStart) {
    if (state && begun.isEdited && begun.column) state.edit(begun.row, begun.column)
    else setStart(begun)
  }

  return {
    state,
    layer: (
      <>
        {start && (
          <Suspense>
            <CellGrid {...list} start={start} publish={setState} />
          </Suspense>
        )}
        {mayEdit && (
          <CellPencil
            scroller={list.scroller}
            canEdit={canEdit}
            edit={cell => begin({ row: rowOf(cell), column: cell.dataset.column, isEdited: true })}
          />
        )}
      </>
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
  }
}
