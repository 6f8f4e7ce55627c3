import { useSyncExternalStore } from 'react'

/** How this browser signals an alert besides showing it. */
export interface AlertNotificationSettings {
  sound: boolean
  notifications: boolean
}

const key = 'alert-heralds'

function loadSettings(): AlertNotificationSettings {
  const stored = localStorage.getItem(key)
  return {
    sound: true,
    notifications: false,
    ...(stored && (JSON.parse(stored) as Partial<AlertNotificationSettings>)),
  }
}

let current = loadSettings()
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useAlertNotificationSettings = () => useSyncExternalStore(subscribe, () => current)

export function updateAlertNotificationSettings(change: Partial<AlertNotificationSettings>): void {
  current = { ...current, ...change }
  localStorage.setItem(key, JSON.stringify(current))
  for (const listener of listeners) listener()
}

/** Hertz, played in sequence: falling, as in telecare alarms. */
const tones = [880, 660, 880, 660]
/** Seconds per tone. */
const length = 0.18

/** Browsers allow sound only after a user gesture. */
const canPlaySound = () => navigator.userActivation.hasBeenActive

function onTouch(touched: () => void) {
  // Listen to `click` rather than `pointerdown`: the hint would move away under the pointer.
  const types = ['click', 'keyup'] as const
  for (const type of types) addEventListener(type, touched)
  return () => {
    for (const type of types) removeEventListener(type, touched)
  }
}

export const useCanPlaySound = () => useSyncExternalStore(onTouch, canPlaySound)

/** Plays the alarm sound, if the browser allows it. */
export function playAlarm(): void {
  if (!canPlaySound()) return
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

/** Permission state; `unsupported` on pages without TLS. */
export const notificationPermission = (): NotificationPermission | 'unsupported' =>
  'Notification' in window ? Notification.permission : 'unsupported'

/** Shows a system notification if permitted; `open` runs when it is clicked. */
function showNotification(title: string, tag: string, open: () => void): void {
  if (notificationPermission() !== 'granted') return
  const shown = new Notification(title, { tag, requireInteraction: true })
  shown.onclick = () => {
    window.focus()
    shown.close()
    open()
  }
}

/** Signals an alert by every enabled channel. */
export function notifyOfAlert(title: string, tag: string, open: () => void): void {
  if (current.sound) playAlarm()
  if (current.notifications) showNotification(title, tag, open)
}
