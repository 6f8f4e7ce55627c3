/** The element of a cell by the index of its row; null if it is not rendered, because it is not in view. */
export const cellIn = (table: HTMLElement | null, row: number, column: string): HTMLElement | null =>
  table?.querySelector<HTMLElement>(`tr[data-index="${row}"] > td[data-column="${column}"]`) ?? null

/** The element of a row by its index; null if it is not rendered. */
export const rowIn = (table: HTMLElement | null, row: number): HTMLElement | null =>
  table?.querySelector<HTMLElement>(`tr[data-index="${row}"]`) ?? null

/** Focuses a cell and scrolls it into view, next to the pinned columns. */
export function focusCell(cell: HTMLElement, pinnedWidth: number) {
  const isPinned = cell.dataset.pinned !== undefined
  cell.style.scrollMarginInlineStart = isPinned ? '' : `${pinnedWidth}px`
  cell.focus({ preventScroll: true })
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/**
 * Focuses the input of a cell, unless it has the focus already. Its text is selected, as to type over it.
 */
export function focusInput(cell: HTMLElement) {
  const panel = cell.querySelector<HTMLElement>('[data-editor]')
  const input = panel?.querySelector<HTMLElement>('input, textarea, [role="switch"]')
  if (!panel || !input || input === document.activeElement) return
  const { right, left } = panel.getBoundingClientRect()
  const frame = cell.closest('table')?.parentElement?.getBoundingClientRect()
  // At the end of a table, it opens towards the start.
  if (frame && (right > frame.right || left < frame.left)) panel.dataset.end = ''
  input.focus({ preventScroll: true })
  panel.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.select()
}
