import { useSyncExternalStore } from 'react'

/** How changes arrive: live, connecting, or not until the server is reachable again. */
export type LiveStatus = 'live' | 'connecting' | 'down'

let current: LiveStatus = 'connecting'
let liveResources: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

/** Status of this tab's event stream, set by the live provider. */
export const liveStatus = {
  /** @param resources those with live changes */
  set(next: LiveStatus, resources: readonly string[] = []) {
    current = next
    liveResources = new Set(resources)
    for (const listener of listeners) listener()
  },
  /**
   * Calls back each time the status becomes live.
   * @returns a function that unsubscribes
   */
  onLive(back: () => void): () => void {
    let was = current
    return subscribe(() => {
      if (current === 'live' && was !== 'live') back()
      was = current
    })
  },
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * How changes to a resource arrive; `polled` where the server sends none to this user. Screens poll unless it is
 * `live`.
 */
export const useLiveStatus = (resource: string): LiveStatus | 'polled' =>
  useSyncExternalStore(subscribe, () =>
    current === 'live' && !liveResources.has(resource) ? 'polled' : current,
  )
