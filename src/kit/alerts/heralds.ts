import { useSyncExternalStore } from 'react'

/** How this browser makes itself heard when an alert comes, besides the screen. */
export interface Heralds {
  sound: boolean
  notifications: boolean
}

const key = 'alert-heralds'

function read(): Heralds {
  const kept = localStorage.getItem(key)
  return { sound: true, notifications: false, ...(kept && (JSON.parse(kept) as Partial<Heralds>)) }
}

let current = read()
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useHeralds = () => useSyncExternalStore(subscribe, () => current)

export function setHeralds(change: Partial<Heralds>): void {
  current = { ...current, ...change }
  localStorage.setItem(key, JSON.stringify(current))
  for (const listener of listeners) listener()
}

/** Hertz, one after the other: falling, as alarms of telecare do. */
const tones = [880, 660, 880, 660]
/** Seconds of each. */
const length = 0.18

/** Whether the browser lets this page be heard: not before somebody has touched it. */
const mayBeHeard = () => navigator.userActivation.hasBeenActive

function onTouch(touched: () => void) {
  // Not while a button is held down: what is said of it would move away under the pointer.
  const types = ['click', 'keyup'] as const
  for (const type of types) addEventListener(type, touched)
  return () => {
    for (const type of types) removeEventListener(type, touched)
  }
}

export const useMayBeHeard = () => useSyncExternalStore(onTouch, mayBeHeard)

/** Plays the alarm, where the browser lets this page be heard. */
export function ring(): void {
  if (!mayBeHeard()) return
  const audio = new AudioContext()
  const gain = audio.createGain()
  gain.gain.value = 0.2
  gain.connect(audio.destination)
  const oscillator = audio.createOscillator()
  oscillator.connect(gain)
  tones.forEach((hertz, at) => {
    oscillator.frequency.setValueAtTime(hertz, audio.currentTime + at * length)
  })
  oscillator.onended = () => void audio.close()
  oscillator.start()
  oscillator.stop(audio.currentTime + tones.length * length)
}

/** What the browser says of notifications; `unsupported` where it has none, as on pages without TLS. */
export const notificationPermission = (): NotificationPermission | 'unsupported' =>
  'Notification' in window ? Notification.permission : 'unsupported'

/** Shows a notification of the system, if the person wants them; `open` is what a click on it does. */
function notify(title: string, tag: string, open: () => void): void {
  if (notificationPermission() !== 'granted') return
  const shown = new Notification(title, { tag, requireInteraction: true })
  shown.onclick = () => {
    window.focus()
    shown.close()
    open()
  }
}

/** Makes an alert heard by all the ways that are on. */
export function herald(title: string, tag: string, open: () => void): void {
  if (current.sound) ring()
  if (current.notifications) notify(title, tag, open)
}
