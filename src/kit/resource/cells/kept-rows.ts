import type { Row } from '../resource.ts'

/** A row that stays in its list, although the list without it was loaded. */
export interface KeptRow {
  /** Its newest known version. */
  row: Row
  /** Its place in the list. */
  index: number
  /** Whether it is still edited, was saved, or was listed again after it was saved. */
  state: 'edited' | 'saved' | 'listed'
}

export type KeptRows = ReadonlyMap<string, KeptRow>

export const noKeptRows: KeptRows = new Map()

/** Whether a row is only in the list because it is kept; set by {@link withKept}. */
export const isKept = (row: Row): boolean => row.is_kept === true

const versionOf = ({ version = 0 }: Row) => version

/**
 * The rows of a list with the rows that are kept: in their newest version, and in their old place if the list no longer
 * has them. A row that was listed after it was saved is no longer kept.
 */
export function withKept(rows: readonly Row[], kept: KeptRows): readonly Row[] {
  if (kept.size === 0) return rows
  const listed = new Set<string>()
  const next = rows.map(row => {
    listed.add(row.id)
    const own = kept.get(row.id)
    if (!own) return row
    if (versionOf(own.row) > versionOf(row)) return own.row
    // A later list without it means that someone else moved or deleted it.
    if (own.state === 'saved') own.state = 'listed'
    return row
  })
  const missing = [...kept.values()].filter(({ row, state }) => state !== 'listed' && !listed.has(row.id))
  for (const { row, index } of missing.toSorted((one, other) => one.index - other.index))
    next.splice(Math.min(index, next.length), 0, { ...row, is_kept: true })
  return next
}
