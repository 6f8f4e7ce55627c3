import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import styles from './popover.module.css'

const gap = 4
const margin = 8

/** Positions the panel below its button, or above where there is more room, within the viewport. */
function position(panel: HTMLElement, button: HTMLElement) {
  const { top, bottom, left, right } = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const preferredLeft = getComputedStyle(button).direction === 'rtl' ? right - width : left
  const below = bottom + gap + height <= innerHeight - margin || bottom < innerHeight - top
  panel.style.left = `${Math.max(margin, Math.min(preferredLeft, innerWidth - width - margin))}px`
  panel.style.top = `${below ? bottom + gap : Math.max(margin, top - gap - height)}px`
}

interface PopoverProps {
  /** Accessible name of the panel. */
  label: string
  /** Props for the trigger button. */
  trigger: (props: {
    popoverTarget: string
    'aria-expanded': boolean
    'aria-haspopup': 'dialog'
    ref: (button: HTMLButtonElement | null) => void
  }) => ReactNode
  children: (close: () => void) => ReactNode
}

/** A panel anchored to a button. The Popover API provides Escape, light dismiss and focus return. */
export function Popover({ label, trigger, children }: PopoverProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => panel.current?.hidePopover(), [])

  useEffect(() => {
    const shown = panel.current
    if (!open || !shown || !button.current) return
    const follow = () => button.current && position(shown, button.current)
    follow()
    shown.querySelector<HTMLElement>('input, select, button, a')?.focus({ preventScroll: true })
    const size = new ResizeObserver(follow)
    size.observe(shown)
    addEventListener('resize', follow)
    addEventListener('scroll', follow, true)
    return () => {
      size.disconnect()
      removeEventListener('resize', follow)
      removeEventListener('scroll', follow, true)
    }
  }, [open])

  return (
    <>
      {trigger({
        popoverTarget: id,
        'aria-expanded': open,
        'aria-haspopup': 'dialog',
        ref: found => {
          button.current = found
        },
      })}
      <div
        id={id}
        ref={panel}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={styles.popover}
        onToggle={event => setOpen(event.newState === 'open')}
      >
        {open && children(close)}
      </div>
    </>
  )
}
