import { formFieldsOf, inputKindOf } from '../form/input-kind.ts'
import type { Field, Resource } from '../resource.ts'

/** Why a cell cannot be edited in place; the names are text keys. */
export type Refusal = 'past' | 'deleted' | 'notAllowed' | 'confirmed' | 'form' | 'never'

interface ListState {
  of: Resource
  /** Whether the list shows an earlier time. */
  isPast: boolean
  /** Whether the list shows deleted records. */
  isDeleted: boolean
  /** Whether the reader's role may update its records. */
  mayUpdate: boolean
}

/** Custom inputs are as large as a form, and passwords are never shown. */
const isForFormOnly = (field: Field) => ['custom', 'password'].includes(inputKindOf(field) ?? '')

/**
 * Which columns of a list can be edited in place.
 * @returns the fields that can, by the contract of the update, and why the others cannot
 */
export function editableIn({ of, isPast, isDeleted, mayUpdate }: ListState): {
  fields: ReadonlyMap<string, Field>
  refusalOf: (column: string) => Refusal | undefined
} {
  const fields = formFieldsOf(of.api.update?.body, of)
  function refusalOf(column: string): Refusal | undefined {
    if (isPast) return 'past'
    if (isDeleted) return 'deleted'
    const field = fields.get(column)
    if (!of.api.update || !field) return 'never'
    if (!mayUpdate) return 'notAllowed'
    if (of.api.update.stepUp) return 'confirmed'
    return isForFormOnly(field) ? 'form' : undefined
  }
  return { fields, refusalOf }
}

/** A place in the grid by the indexes of its row and its column. */
export interface Place {
  row: number
  column: number
}

interface Size {
  rows: number
  columns: number
}

/** Rows by which Page Up and Page Down move, as in row mode. */
const pageRows = 10

/**
 * Where a key moves to, by the grid pattern of the ARIA Authoring Practices; undefined if it does not move.
 * @param isRtl whether columns run from right to left
 */
export function moved(
  { row, column }: Place,
  key: string,
  { hasCtrl, isRtl }: { hasCtrl: boolean; isRtl: boolean },
  { rows, columns }: Size,
): Place | undefined {
  const ahead = isRtl ? 'ArrowLeft' : 'ArrowRight'
  const back = isRtl ? 'ArrowRight' : 'ArrowLeft'
  const to: Record<string, Place> = {
    [ahead]: { row, column: column + 1 },
    [back]: { row, column: column - 1 },
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    PageDown: { row: row + pageRows, column },
    PageUp: { row: row - pageRows, column },
    Home: hasCtrl ? { row: 0, column: 0 } : { row, column: 0 },
    End: hasCtrl ? { row: rows - 1, column: columns - 1 } : { row, column: columns - 1 },
  }
  const place = to[key]
  if (!place || (hasCtrl && key !== 'Home' && key !== 'End')) return
  return {
    row: Math.max(0, Math.min(rows - 1, place.row)),
    column: Math.max(0, Math.min(columns - 1, place.column)),
  }
}

/** The next or previous cell that can be edited, row by row; undefined at the end. */
export function nextEditable(
  from: Place,
  step: 1 | -1,
  { rows, columns }: Size,
  canEdit: (column: number) => boolean,
): Place | undefined {
  for (let at = from.row * columns + from.column + step; at >= 0 && at < rows * columns; at += step) {
    const column = at % columns
    if (canEdit(column)) return { row: Math.floor(at / columns), column }
  }
}

/** The cells between two places, as indexes of their first and last row and column. */
export const rangeOf = (one: Place, other: Place) => ({
  top: Math.min(one.row, other.row),
  bottom: Math.max(one.row, other.row),
  start: Math.min(one.column, other.column),
  end: Math.max(one.column, other.column),
})

/** Lines of cells as tab-separated values, as spreadsheets paste them. */
export const tsvOf = (lines: readonly (readonly string[])[]): string =>
  lines
    .map(cells =>
      cells.map(text => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('\t'),
    )
    .join('\n')
