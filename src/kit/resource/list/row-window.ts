import { useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'
import type { ListPreferences } from '#contract/platform/lists.ts'

const heights = { compact: 36, roomy: 48 }
/** Pages up to this length are rendered completely, so that the browser's find works. */
const maxUnwindowedRows = 60

const ignore = () => {}

/** Which rows to render: all of a short page, the visible ones of a long page. */
export function useRowWindow(
  count: number,
  density: ListPreferences['density'],
  scroller: RefObject<HTMLElement | null>,
) {
  const windowed = count > maxUnwindowedRows
  const rows = useVirtualizer({
    count,
    enabled: windowed,
    getScrollElement: () => scroller.current,
    estimateSize: () => heights[density],
    overscan: 12,
  })
  if (!windowed) return { first: 0, last: count, before: 0, after: 0, scrollTo: ignore, measure: ignore }
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
