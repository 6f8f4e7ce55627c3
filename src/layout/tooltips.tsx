import { useEffect, useState, useSyncExternalStore } from 'react'
import { antd, prefetchAntd } from '#kit/lazy-antd.ts'

/** Milliseconds that the pointer rests on an element before its tooltip is shown. */
const delayMs = 300

const anchorOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null

/**
 * The tooltip of the element under the pointer or with the keyboard's focus, from its `data-tooltip`. One for the whole
 * console, so that antd is not needed to show a button.
 */
export function Tooltips() {
  const { TooltipAt } = useSyncExternalStore(antd.subscribe, antd.loaded) ?? {}
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)

  useEffect(() => {
    let timer = 0
    function point({ target, pointerType }: PointerEvent) {
      // The tooltip itself may be pointed at.
      if (pointerType === 'touch' || (target instanceof Element && target.closest('.ant-tooltip'))) return
      const pointed = anchorOf(target)
      clearTimeout(timer)
      if (pointed) prefetchAntd()
      timer = window.setTimeout(setAnchor, pointed ? delayMs : 0, pointed)
    }
    function focus({ target }: FocusEvent) {
      const focused = anchorOf(target)
      clearTimeout(timer)
      setAnchor(focused?.matches(':focus-visible') ? focused : null)
      if (focused) prefetchAntd()
    }
    function hide() {
      clearTimeout(timer)
      setAnchor(null)
    }
    const capture = { capture: true }
    addEventListener('pointerover', point, capture)
    addEventListener('focusin', focus, capture)
    for (const type of ['focusout', 'pointerdown', 'keydown']) addEventListener(type, hide, capture)
    return () => {
      clearTimeout(timer)
      removeEventListener('pointerover', point, capture)
      removeEventListener('focusin', focus, capture)
      for (const type of ['focusout', 'pointerdown', 'keydown']) removeEventListener(type, hide, capture)
    }
  }, [])

  const text = anchor?.isConnected ? anchor.dataset.tooltip : undefined
  if (!TooltipAt || !anchor || !text) return null
  return <TooltipAt key={text} anchor={anchor} text={text} />
}
