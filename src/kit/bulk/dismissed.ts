import { useSyncExternalStore } from 'react'

const key = 'bulk-dismissed'
/** More than are ever looked at. */
const kept = 50

let ids: readonly string[] = JSON.parse(localStorage.getItem(key) ?? '[]')
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The jobs whose outcome the person has put aside on this device. */
export const useDismissed = () => useSyncExternalStore(subscribe, () => ids)

export function dismiss(id: string) {
  ids = [id, ...ids].slice(0, kept)
  localStorage.setItem(key, JSON.stringify(ids))
  for (const listener of listeners) listener()
}
