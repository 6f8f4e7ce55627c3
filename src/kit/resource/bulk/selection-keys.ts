import type { KeyboardEvent } from 'react'
import type { Selecting } from './selection.ts'

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Chooses rows by the keyboard: x the one that has the focus, Shift with an arrow a range; Escape lets go of all. */
export function selectByKey(event: KeyboardEvent, selecting: Selecting): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLTableRowElement)) return
  const index = Number(event.target.dataset.index)
  const step = steps[event.key]
  if (event.key === 'x') selecting.toggle(index)
  else if (event.key === 'Escape') selecting.clear()
  else if (step && event.shiftKey) {
    if (selecting.count === 0) selecting.startAt(index)
    selecting.extendTo(Math.max(0, index + step))
  }
}
