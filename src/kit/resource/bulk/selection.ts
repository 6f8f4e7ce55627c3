import { useRef, useState } from 'react'
import type { Row } from '../resource.ts'
import type { Rows } from '../rows.ts'
import type { View } from '../view.ts'

/** Which rows of a list are chosen: some by name, or everything that matches. */
export interface Selection {
  /** True when it is everything that matches, on whatever page. */
  all: boolean
  ids: ReadonlySet<string>
}

export const nothing: Selection = { all: false, ids: new Set() }

/** The rows chosen on a page. Of everything that matches these are all of it. */
const chosenOn = ({ all, ids }: Selection, page: readonly Row[]) =>
  page.flatMap(({ id }) => (all || ids.has(id) ? [id] : []))

/** With a row chosen that was not, or the other way round; taken out of everything, its page's other rows stay. */
export function toggled(selection: Selection, page: readonly Row[], id: string): Selection {
  const ids = new Set(selection.all ? chosenOn(selection, page) : selection.ids)
  if (!ids.delete(id)) ids.add(id)
  return { all: false, ids }
}

/** With the rows between two places of a page chosen as well. */
export function extended(selection: Selection, page: readonly Row[], from: number, to: number): Selection {
  if (selection.all) return selection
  const between = page.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id)
  return { all: false, ids: new Set([...selection.ids, ...between]) }
}

/** With the whole page chosen, or none of it if it was. */
export function pageToggled(selection: Selection, page: readonly Row[]): Selection {
  if (selection.all) return nothing
  const ids = new Set(selection.ids)
  const isWhole = page.every(({ id }) => ids.has(id))
  for (const { id } of page) isWhole ? ids.delete(id) : ids.add(id)
  return { all: false, ids }
}

/** What of a page is chosen. */
export function pageState(selection: Selection, page: readonly Row[]): 'none' | 'some' | 'whole' {
  const count = chosenOn(selection, page).length
  return count === 0 ? 'none' : count === page.length ? 'whole' : 'some'
}

/** The selection of a list and the ways to change it. */
export type Selecting = ReturnType<typeof useSelection>

/** The selection of a list. It outlives the turning of pages, not another filter or search. */
export function useSelection(view: View, { rows = [], total }: Rows) {
  const [selection, select] = useState(nothing)
  // The row from which a range is drawn.
  const anchor = useRef(0)
  const { page, size, after, sort, columns, density, ...narrowing } = view
  const narrowed = JSON.stringify(narrowing)
  const [of, setOf] = useState(narrowed)
  if (of !== narrowed) {
    setOf(narrowed)
    select(nothing)
  }
  return {
    selection,
    count: selection.all ? total : selection.ids.size,
    page: pageState(selection, rows),
    /** True while there is nothing to choose from. */
    empty: rows.length === 0,
    has: (id: string) => selection.all || selection.ids.has(id),
    toggle(index: number) {
      const row = rows[index]
      if (!row) return
      anchor.current = index
      select(toggled(selection, rows, row.id))
    },
    extendTo: (index: number) => select(extended(selection, rows, anchor.current, index)),
    /** Begins a range at a row. */
    startAt: (index: number) => {
      anchor.current = index
    },
    togglePage: () => select(pageToggled(selection, rows)),
    selectAll: () => select({ all: true, ids: new Set() }),
    clear: () => select(nothing),
  }
}
