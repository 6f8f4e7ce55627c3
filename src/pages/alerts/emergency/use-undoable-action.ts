import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * Runs an action after a countdown during which it can be undone. Leaving the page runs it immediately (`inHaste`), so
 * that a requested action is never lost.
 * @returns the remaining seconds (null when idle) and the controls of the countdown
 */
export function useUndoableAction(seconds: number, then: (how: { inHaste: boolean }) => void) {
  const [left, setLeft] = useState<number | null>(null)
  const pending = useRef(false)
  const latest = useRef(then)
  useEffect(() => {
    latest.current = then
  })

  const finish = useCallback((how: 'done' | 'in haste' | 'taken back') => {
    if (!pending.current) return
    pending.current = false
    setLeft(null)
    if (how !== 'taken back') latest.current({ inHaste: how === 'in haste' })
  }, [])

  useEffect(() => {
    if (left === null) return
    const clock = setTimeout(() => (left === 1 ? finish('done') : setLeft(left - 1)), 1_000)
    return () => clearTimeout(clock)
  }, [left, finish])

  useEffect(() => {
    const leave = () => finish('in haste')
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [finish])

  return {
    left,
    begin() {
      pending.current = true
      setLeft(seconds)
    },
    hurry: () => finish('done'),
    takeBack: () => finish('taken back'),
  }
}
