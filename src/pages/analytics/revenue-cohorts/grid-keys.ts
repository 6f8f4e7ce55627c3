/** Row and column of a cell. */
export type Position = readonly [row: number, column: number]

/** A key that was pressed. */
interface GridKey {
  key: string
  ctrlKey: boolean
}

/**
 * The position that a key leads to: arrows, Home and End of the row, with Ctrl the corners of the table. A shorter row is
 * entered at its end.
 * @param lengths number of cells in each row
 * @returns null for other keys
 */
export function moveInGrid(
  lengths: readonly number[],
  [row, column]: Position,
  { key, ctrlKey }: GridKey,
  isRtl: boolean,
): Position | null {
  const clamp = (toRow: number, toColumn: number): Position => {
    const inside = Math.min(Math.max(toRow, 0), lengths.length - 1)
    return [inside, Math.min(Math.max(toColumn, 0), (lengths[inside] ?? 1) - 1)]
  }
  const forward = isRtl ? -1 : 1
  if (key === 'ArrowRight') return clamp(row, column + forward)
  if (key === 'ArrowLeft') return clamp(row, column - forward)
  if (key === 'ArrowDown') return clamp(row + 1, column)
  if (key === 'ArrowUp') return clamp(row - 1, column)
  if (key === 'Home') return clamp(ctrlKey ? 0 : row, 0)
  if (key === 'End') return clamp(ctrlKey ? lengths.length - 1 : row, Number.MAX_SAFE_INTEGER)
  return null
}
