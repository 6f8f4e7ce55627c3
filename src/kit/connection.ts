import { useSyncExternalStore } from 'react'

let down = false
const listeners = new Set<() => void>()
const returns = new Set<() => void>()

function setDown(next: boolean) {
  down = next
  for (const listener of listeners) listener()
}

async function probe(failures: number) {
  const response = await fetch('/api/health', { cache: 'no-store' }).catch(() => null)
  if (!response?.ok) return void setTimeout(probe, backoff(failures), failures + 1)
  setDown(false)
  for (const listener of returns) listener()
}

/** Whether the server is reachable. After a loss, the health endpoint is polled until it answers. */
export const connection = {
  lost() {
    if (down) return
    setDown(true)
    void probe(1)
  },
  onReturn: (listener: () => void) => void returns.add(listener),
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** True while the server is unreachable. */
export const useOffline = () => useSyncExternalStore(subscribe, () => down)

/** Backoff in milliseconds after `failures` in a row: 1 s, 2 s, 4 s … at most 30 s. */
export const backoff = (failures: number) => Math.min(30_000, 1_000 * 2 ** Math.max(0, failures - 1))
