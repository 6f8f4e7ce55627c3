import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * Does something after so many seconds, in which it can be taken back. Whoever leaves the screen meanwhile has it done
 * at once, and is told so, as there is no time for anything first: what was asked for must not be lost.
 * @returns the seconds that are left, null while nothing was asked for; how to begin, to hurry and to take it back
 */
export function useGrace(seconds: number, then: (how: { inHaste: boolean }) => void) {
  const [left, setLeft] = useState<number | null>(null)
  const owed = useRef(false)
  const latest = useRef(then)
  useEffect(() => {
    latest.current = then
  })

  const settle = useCallback((how: 'done' | 'in haste' | 'taken back') => {
    if (!owed.current) return
    owed.current = false
    setLeft(null)
    if (how !== 'taken back') latest.current({ inHaste: how === 'in haste' })
  }, [])

  useEffect(() => {
    if (left === null) return
    const clock = setTimeout(() => (left === 1 ? settle('done') : setLeft(left - 1)), 1_000)
    return () => clearTimeout(clock)
  }, [left, settle])

  useEffect(() => {
    const leave = () => settle('in haste')
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [settle])

  return {
    left,
    begin() {
      owed.current = true
      setLeft(seconds)
    },
    hurry: () => settle('done'),
    takeBack: () => settle('taken back'),
  }
}
