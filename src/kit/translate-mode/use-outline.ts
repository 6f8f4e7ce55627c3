import { useEffect, useState } from 'react'
import { textsAt } from './found.ts'

/** Where an element stands in the window, in pixels. */
interface Box {
  left: number
  top: number
  width: number
  height: number
}

const boxOf = (element: Element): Box => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { left, top, width, height }
}

/** Outlines what can be edited under the pointer and at the focus, while that is wanted. */
export function useOutline(wanted: boolean, aside: () => Element | null) {
  const [box, setBox] = useState<Box>()
  useEffect(() => {
    if (!wanted) return
    const look = ({ target }: Event) => {
      if (!(target instanceof Element) || aside()?.contains(target)) return
      const [text] = textsAt(target, aside())
      setBox(text && boxOf(text.element))
    }
    const forget = () => setBox(undefined)
    document.addEventListener('pointerover', look)
    document.addEventListener('focusin', look)
    addEventListener('scroll', forget, true)
    return () => {
      forget()
      document.removeEventListener('pointerover', look)
      document.removeEventListener('focusin', look)
      removeEventListener('scroll', forget, true)
    }
  }, [wanted, aside])
  return { box, around: (element: Element) => setBox(boxOf(element)) }
}
