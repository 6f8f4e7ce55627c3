import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Picture, PictureReport } from '#kit/preview/picture.ts'
import { isVisible, textsWithin } from '#kit/translate-mode/found.ts'
import { markTexts } from '#providers/translate-mode.tsx'
import styles from './picture-frame.module.css'

type Box = Record<'left' | 'top' | 'width' | 'height', number>

/** Milliseconds after a change of the screen until it is looked at. */
const pause = 150

/** Scrolls an element to the middle within this page alone; `scrollIntoView` would scroll the pages around it as well. */
function scrollTo(element: Element): void {
  for (let around = element.parentElement; around; around = around.parentElement) {
    const isPage = around === document.documentElement
    if (!isPage && !/auto|scroll/.test(getComputedStyle(around).overflow)) continue
    const [inner, outer] = [element.getBoundingClientRect(), around.getBoundingClientRect()]
    const [top, left] = isPage ? [0, 0] : [outer.top, outer.left]
    around.scrollBy({
      top: inner.top - top - around.clientHeight / 2 + inner.height / 2,
      left: inner.left - left - around.clientWidth / 2 + inner.width / 2,
      behavior: 'instant',
    })
  }
}

function look(text: string): { report: PictureReport; box: Box | undefined } {
  const seen = textsWithin(document.body).filter(({ element }) => isVisible(element))
  const target = seen.find(({ key }) => key === text)?.element
  if (target) scrollTo(target)
  const isLoading = document.querySelector('[aria-busy="true"]') || !document.querySelector('h1')
  const { left = 0, top = 0, width = 0, height = 0 } = target?.getBoundingClientRect() ?? {}
  return {
    report: {
      kind: 'text-picture',
      texts: [...new Set(seen.map(({ key }) => key))],
      isFound: target !== undefined,
      isComplete: !isLoading,
    },
    box: target && { left, top, width, height },
  }
}

/** A preview as the picture of a text: frames it, and tells the page around which texts can be seen. */
export function PictureFrame({ of: { text }, children }: { of: Picture; children: ReactNode }) {
  const { i18n } = useTranslation()
  const [box, setBox] = useState<Box>()
  useEffect(() => markTexts(i18n), [i18n])
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const update = () => {
      waiting = undefined
      const { report, box } = look(text)
      setBox(box)
      window.parent.postMessage(report, location.origin)
    }
    const later = () => {
      clearTimeout(waiting)
      waiting = setTimeout(update, pause)
    }
    const screen = document.getElementById('root') as HTMLElement
    const observer = new MutationObserver(changes => {
      if (changes.some(({ target }) => !(target instanceof Element && target.matches('[data-text-frame]'))))
        later()
    })
    observer.observe(screen, { subtree: true, childList: true, characterData: true, attributes: true })
    later()
    return () => {
      observer.disconnect()
      clearTimeout(waiting)
    }
  }, [text])
  return (
    <>
      {children}
      {box && <div data-text-frame className={styles.frame} style={box} />}
    </>
  )
}
