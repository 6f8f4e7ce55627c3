import { useSyncExternalStore } from 'react'
import { backoff } from './backoff.ts'

let down = false
const listeners = new Set<() => void>()
const returns = new Set<() => void>()

function become(next: boolean) {
  down = next
  for (const listener of listeners) listener()
}

async function probe(failures: number) {
  const answer = await fetch('/api/health', { cache: 'no-store' }).catch(() => null)
  if (!answer?.ok) return void setTimeout(probe, backoff(failures), failures + 1)
  become(false)
  for (const listener of returns) listener()
}

/** Whether the server can be reached. A lost connection is probed until it is back. */
export const connection = {
  lost() {
    if (down) return
    become(true)
    void probe(1)
  },
  onReturn: (listener: () => void) => void returns.add(listener),
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** True while the server cannot be reached. */
export const useOffline = () => useSyncExternalStore(subscribe, () => down)
