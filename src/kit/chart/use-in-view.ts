import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether an element has come within one viewport height of the visible area, or the page is printed. */
export function useInView<E extends Element>(): [place: RefObject<E | null>, isNear: boolean] {
  const element = useRef<E>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !element.current) return
    const observer = new IntersectionObserver(
      entries => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '100% 0px' },
    )
    observer.observe(element.current)
    // Printing captures the DOM as soon as this event handler returns.
    const print = () => flushSync(() => setNear(true))
    addEventListener('beforeprint', print)
    return () => {
      observer.disconnect()
      removeEventListener('beforeprint', print)
    }
  }, [isNear])
  return [element, isNear]
}
