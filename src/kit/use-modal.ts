import { useLayoutEffect, useRef } from 'react'

/** Shows a `dialog` above everything else for as long as it is rendered. @returns its ref */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  // Closed while it is still in the page, or the focus would not go back to where it was.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return dialog
}
