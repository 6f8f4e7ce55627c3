import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, startTransition, useEffect, useState } from 'react'
import type { ListPreferences } from '#contract/platform/lists.ts'
import { isFirstContentShown } from '../../first-content.ts'

type Density = ListPreferences['density']

/** Of a row, in pixels; cards on narrow screens are taller. */
const heights: Readonly<Record<Density, number>> = { compact: 36, roomy: 48 }
/** Pages up to this length are rendered completely, so that the browser's find works. */
const maxUnwindowedRows = 60
/** Pixels that title, filters and header take at least. */
const headHeight = 200

const ignore = () => {}

/** How many rows fit the browser's window, at most. */
export const rowsInSight = (windowHeight: number, density: Density): number =>
  Math.max(1, Math.ceil((windowHeight - headHeight) / heights[density]))

/** Whether all rows of a page may be rendered: on the first load, only once the rows in sight are painted. */
function useWholePage(hasRows: boolean): boolean {
  const [isWhole, setWhole] = useState(isFirstContentShown)
  useEffect(() => {
    if (isWhole || !hasRows) return
    // Twice: the callbacks of a frame run before it is painted.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => startTransition(() => setWhole(true)))
    })
    return () => cancelAnimationFrame(frame)
  }, [isWhole, hasRows])
  return isWhole
}

/** Which rows to render: all of a short page, the visible ones of a long page. */
export function useRowWindow(count: number, density: Density, scroller: RefObject<HTMLElement | null>) {
  const windowed = count > maxUnwindowedRows
  const isWhole = useWholePage(count > 0)
  const rows = useVirtualizer({
    count,
    enabled: windowed,
    getScrollElement: () => scroller.current,
    estimateSize: () => heights[density],
    overscan: 12,
  })
  if (!windowed) {
    const last = isWhole ? count : Math.min(count, rowsInSight(window.innerHeight, density))
    const after = (count - last) * heights[density]
    return { first: 0, last, before: 0, after, scrollTo: ignore, measure: ignore }
  }
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
