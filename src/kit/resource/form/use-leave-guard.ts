import { useEffect } from 'react'
import { type Location, type NavigateOptions, useBlocker } from 'react-router'
import { editOf } from './edit-place.ts'

/** How to go on once all is saved: nothing is held back then. */
export const onceSaved: NavigateOptions = { replace: true, state: { saved: true } }

const isSaved = (state: unknown) => (state as { saved?: boolean } | null)?.saved === true

/** Where a form is: its page, or the record in the drawer over one. */
const placeOf = ({ pathname, search }: Location) => `${pathname} ${new URLSearchParams(search).get(editOf)}`

/**
 * Holds the person back from leaving while something would be lost: by any link, the back button or closing the tab.
 * @param isUnsaved is asked when someone is about to leave, so what was changed and changed back holds nobody.
 */
export function useLeaveGuard(isUnsaved: () => boolean) {
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault()
    }
    addEventListener('beforeunload', hold)
    return () => removeEventListener('beforeunload', hold)
  }, [isUnsaved])
  return useBlocker(
    ({ currentLocation: here, nextLocation: next }) =>
      placeOf(here) !== placeOf(next) && !isSaved(next.state) && isUnsaved(),
  )
}
