import { useEffect } from 'react'
import { useBlocker } from 'react-router'

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
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
  )
}
