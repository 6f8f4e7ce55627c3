import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useKeys } from '../../shortcuts.ts'

const steps: Record<string, number> = {
  ArrowDown: 1,
  j: 1,
  ArrowUp: -1,
  k: -1,
  Home: -Infinity,
  End: Infinity,
}

/**
 * Walks the rows by arrow keys, Home, End, j and k. One row at a time takes part in the tab order; j and k also enter
 * the rows from wherever nothing is being typed.
 */
export function useRowKeys(
  count: number,
  scrollTo: (index: number) => void,
  scroller: RefObject<HTMLElement | null>,
) {
  const { search } = useLocation()
  const [place, setPlace] = useState({ search, active: 0 })
  // Another page, order or selection of rows is walked from its first one.
  const active = place.search === search ? place.active : 0
  const setActive = (active: number) => setPlace({ search, active })
  // Set while a row that may not be rendered yet is to get the focus.
  const wanted = useRef<number>(null)

  useEffect(() => {
    if (wanted.current === null) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`)
    if (!row) return
    wanted.current = null
    row.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'nearest' })
  })

  function walk(to: number) {
    const index = Math.max(0, Math.min(count - 1, to))
    wanted.current = index
    setActive(index)
    scrollTo(index)
  }

  const enter = () => scroller.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus()
  useKeys({ j: enter, k: enter })

  return {
    container: {
      onKeyDown: (event: KeyboardEvent) => {
        const step = steps[event.key]
        if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
        event.preventDefault()
        walk(active + step)
      },
    },
    row: (index: number) => ({
      tabIndex: index === Math.min(active, count - 1) ? 0 : -1,
      onFocus: () => setActive(index),
    }),
  }
}
