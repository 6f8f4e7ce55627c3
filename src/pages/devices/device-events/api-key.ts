import { useSyncExternalStore } from 'react'

const key = 'device_api_key'
const listeners = new Set<() => void>()

/** API key saved in this browser, used instead of the session to send events. */
export const apiKey = {
  get: () => localStorage.getItem(key),
  save(value: string) {
    localStorage.setItem(key, value)
    for (const listener of listeners) listener()
  },
  clear() {
    localStorage.removeItem(key)
    for (const listener of listeners) listener()
  },
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useApiKey = () => useSyncExternalStore(subscribe, apiKey.get)
