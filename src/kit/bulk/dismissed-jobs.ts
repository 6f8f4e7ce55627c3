import { useSyncExternalStore } from 'react'

const storageKey = 'bulk-dismissed'
/** Limits the stored list. */
const maxDismissed = 50

let ids: readonly string[] = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Jobs that the user dismissed on this device. */
export const useDismissedJobs = () => useSyncExternalStore(subscribe, () => ids)

export function dismissJob(id: string) {
  ids = [id, ...ids].slice(0, maxDismissed)
  localStorage.setItem(storageKey, JSON.stringify(ids))
  for (const listener of listeners) listener()
}
