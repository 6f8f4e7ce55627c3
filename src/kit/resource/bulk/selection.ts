import { type KeyboardEvent, useRef, useState } from 'react'
import type { Row } from '../resource.ts'
import type { Rows } from '../rows.ts'
import type { View } from '../view.ts'

/** Selected rows: some by id, or all that match. */
export interface Selection {
  /** True if all matching rows on every page are selected. */
  all: boolean
  ids: ReadonlySet<string>
}

export const emptySelection: Selection = { all: false, ids: new Set() }

/** Ids of the selected rows on a page; all of them if everything is selected. */
const chosenOn = ({ all, ids }: Selection, page: readonly Row[]) =>
  page.flatMap(({ id }) => (all || ids.has(id) ? [id] : []))

/** Toggles a row. Deselecting a row while everything is selected keeps the other rows of the page. */
export function toggleRow(selection: Selection, page: readonly Row[], id: string): Selection {
  const ids = new Set(selection.all ? chosenOn(selection, page) : selection.ids)
  if (!ids.delete(id)) ids.add(id)
  return { all: false, ids }
}

/** Selects the rows between two indexes of a page as well. */
export function extendSelection(
  selection: Selection,
  page: readonly Row[],
  from: number,
  to: number,
): Selection {
  if (selection.all) return selection
  const between = page.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id)
  return { all: false, ids: new Set([...selection.ids, ...between]) }
}

/** Selects or deselects the whole page. */
export function toggleAllOnPage(selection: Selection, page: readonly Row[]): Selection {
  if (selection.all) return emptySelection
  const ids = new Set(selection.ids)
  const isWhole = page.every(({ id }) => ids.has(id))
  for (const { id } of page) isWhole ? ids.delete(id) : ids.add(id)
  return { all: false, ids }
}

/** How much of a page is selected. */
export function pageState(selection: Selection, page: readonly Row[]): 'none' | 'some' | 'whole' {
  const count = chosenOn(selection, page).length
  return count === 0 ? 'none' : count === page.length ? 'whole' : 'some'
}

/** A list's selection and the functions that change it. */
export type SelectionControls = ReturnType<typeof useSelection>

/** The selection of a list. It survives paging but not another filter or search. */
export function useSelection(view: View, { rows = [], total }: Rows) {
  const [selection, select] = useState(emptySelection)
  // Start of a range selection.
  const anchor = useRef(0)
  const { page, size, after, sort, columns, density, ...narrowing } = view
  const narrowed = JSON.stringify(narrowing)
  const [of, setOf] = useState(narrowed)
  if (of !== narrowed) {
    setOf(narrowed)
    select(emptySelection)
  }
  return {
    selection,
    count: selection.all ? total : selection.ids.size,
    page: pageState(selection, rows),
    /** True if there are no rows. */
    empty: rows.length === 0,
    has: (id: string) => selection.all || selection.ids.has(id),
    toggle(index: number) {
      const row = rows[index]
      if (!row) return
      anchor.current = index
      select(toggleRow(selection, rows, row.id))
    },
    extendTo: (index: number) => select(extendSelection(selection, rows, anchor.current, index)),
    /** Starts a range at a row. */
    startAt: (index: number) => {
      anchor.current = index
    },
    togglePage: () => select(toggleAllOnPage(selection, rows)),
    selectAll: () => select({ all: true, ids: new Set() }),
    clear: () => select(emptySelection),
  }
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Selects rows by keyboard: x or Space toggles the focused row, Shift+arrow extends a range, Escape clears. */
export function selectByKey(event: KeyboardEvent, selecting: SelectionControls): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLTableRowElement)) return
  const index = Number(event.target.dataset.index)
  const step = steps[event.key]
  if (event.key === ' ') event.preventDefault()
  if (event.key === 'x' || event.key === ' ') selecting.toggle(index)
  else if (event.key === 'Escape') selecting.clear()
  else if (step && event.shiftKey) {
    if (selecting.count === 0) selecting.startAt(index)
    selecting.extendTo(Math.max(0, index + step))
  }
}
