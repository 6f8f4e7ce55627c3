import { useSyncExternalStore } from 'react'

/** Milliseconds between two ticks: what is shown of an age is never older than this. */
const tick = 5_000

let now = Date.now()
let clock: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function beat() {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (listeners.size === 1) {
    now = Date.now()
    clock = setInterval(beat, tick)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(clock)
  }
}

/** The time, in milliseconds of the epoch, told anew every few seconds: for what decays while nobody touches it. */
export const useNow = () => useSyncExternalStore(subscribe, () => now)
