import { useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'
import type { ListPreferences } from '#contract/platform/lists.ts'

const heights = { compact: 36, roomy: 48 }
/** Up to this many rows are drawn whole, so that the browser's own search finds them. */
const whole = 60

/** Which rows to draw: all of a short page, those in sight of a long one, and the room that the others take. */
export function useRowWindow(
  count: number,
  density: ListPreferences['density'],
  scroller: RefObject<HTMLElement | null>,
) {
  const windowed = count > whole
  const rows = useVirtualizer({
    count,
    enabled: windowed,
    getScrollElement: () => scroller.current,
    estimateSize: () => heights[density],
    overscan: 12,
  })
  if (!windowed) return { first: 0, last: count, before: 0, after: 0, scrollTo: () => {}, measure: () => {} }
  const seen = rows.getVirtualItems()
  return {
    first: seen[0]?.index ?? 0,
    last: (seen.at(-1)?.index ?? -1) + 1,
    before: seen[0]?.start ?? 0,
    after: rows.getTotalSize() - (seen.at(-1)?.end ?? 0),
    scrollTo: (index: number) => rows.scrollToIndex(index),
    measure: rows.measureElement,
  }
}
