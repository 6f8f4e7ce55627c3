import { useSyncExternalStore } from 'react'

/** How changes arrive: by themselves, soon by themselves, or not at all until the server is reached again. */
export type Liveness = 'live' | 'connecting' | 'down'

let current: Liveness = 'connecting'
let told: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

/** The state of this tab's stream of changes; told by the live provider. */
export const liveness = {
  /** @param resources those whose changes the server tells, once it is live. */
  become(next: Liveness, resources: readonly string[] = []) {
    current = next
    told = new Set(resources)
    for (const listener of listeners) listener()
  },
  /** Calls back each time that changes arrive by themselves again. @returns how to stop that. */
  whenLive(back: () => void): () => void {
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
 * How a resource's changes arrive; `polled` where the server does not tell this caller of them. A screen refetches in
 * intervals unless it is `live`.
 */
export const useLiveness = (resource: string): Liveness | 'polled' =>
  useSyncExternalStore(subscribe, () => (current === 'live' && !told.has(resource) ? 'polled' : current))
