import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { antd, useLazyModule } from './lazy-antd.ts'
import { toast } from './toasts.ts'

let open = 0
const listeners = new Set<() => void>()

function setOpen(count: number) {
  open = count
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const isModalOpen = () => open > 0

/** Whether a dialog or drawer is open. */
export const useIsModalOpen = () => useSyncExternalStore(subscribe, isModalOpen)

/**
 * The components of modal overlays, or undefined while they are loading. Call it from the component that stands for
 * the overlay: while mounted it counts as open, and when it unmounts the focus returns to where it was.
 */
export function useOverlays(onClose: () => void) {
  const { t } = useTranslation()
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    setOpen(open + 1)
    return () => setOpen(open - 1)
  }, [])
  useLayoutEffect(
    () => () => {
      const { activeElement } = document
      const isElsewhere = activeElement !== document.body && !activeElement?.closest('[aria-modal="true"]')
      if (!isElsewhere && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    },
    [opener],
  )
  return useLazyModule(antd, () => {
    toast({ tone: 'bad', text: t('networkError') })
    onClose()
  })
}
