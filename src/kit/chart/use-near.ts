import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether an element has come within a window's height of what is seen of the page, or is printed. */
export function useNear<E extends Element>(): [place: RefObject<E | null>, isNear: boolean] {
  const place = useRef<E>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !place.current) return
    const observer = new IntersectionObserver(
      entries => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '100% 0px' },
    )
    observer.observe(place.current)
    // The print is made of what stands there once the event is over.
    const print = () => flushSync(() => setNear(true))
    addEventListener('beforeprint', print)
    return () => {
      observer.disconnect()
      removeEventListener('beforeprint', print)
    }
  }, [isNear])
  return [place, isNear]
}
