import { useSyncExternalStore } from 'react'

/** Milliseconds between ticks: the maximum staleness of a displayed age. */
const tickMs = 5_000

let now = Date.now()
let clock: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (listeners.size === 1) {
    now = Date.now()
    clock = setInterval(tick, tickMs)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(clock)
  }
}

/** The current time in epoch milliseconds, updated every few seconds. */
export const useNow = () => useSyncExternalStore(subscribe, () => now)
