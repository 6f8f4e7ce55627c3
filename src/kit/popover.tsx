import {
  type MouseEvent,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { antd, prefetchAntd } from './lazy-antd.ts'
import { useIsModalOpen } from './overlays.ts'

interface PopoverProps {
  /** Accessible name of the panel. */
  label: string
  /** Props for the trigger button. */
  trigger: (props: {
    'aria-expanded': boolean
    'aria-haspopup': 'dialog'
    onClick: (event: MouseEvent) => void
    onPointerEnter: () => void
    ref: (button: HTMLButtonElement | null) => void
  }) => ReactNode
  children: (close: () => void) => ReactNode
}

/** A panel anchored to a button. Escape and a click elsewhere close it; Tab stays within. */
export function Popover({ label, trigger, children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false)
  // The button responds in the frame of the click, the panel is mounted after it.
  const isMounted = useDeferredValue(isOpen)
  const button = useRef<HTMLButtonElement>(null)
  const { PopoverPanel } = useSyncExternalStore(antd.subscribe, antd.loaded) ?? {}
  const close = useCallback(() => {
    setOpen(false)
    button.current?.focus({ preventScroll: true })
  }, [])

  // A dialog opened by a shortcut takes over.
  const isModalOpen = useIsModalOpen()
  const wasModalOpen = useRef(isModalOpen)
  useEffect(() => {
    if (isModalOpen && !wasModalOpen.current) setOpen(false)
    wasModalOpen.current = isModalOpen
  }, [isModalOpen])

  return (
    <>
      {trigger({
        'aria-expanded': isOpen,
        'aria-haspopup': 'dialog',
        onClick: () => {
          prefetchAntd()
          setOpen(!isOpen)
        },
        onPointerEnter: prefetchAntd,
        ref: element => {
          button.current = element
        },
      })}
      {isOpen && isMounted && PopoverPanel && (
        <PopoverPanel label={label} anchor={button} onDismiss={() => setOpen(false)} onClose={close}>
          {children(close)}
        </PopoverPanel>
      )}
    </>
  )
}
