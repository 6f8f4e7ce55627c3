import { useSyncExternalStore } from 'react'

export interface Toast {
  /** A toast replaces an earlier one with the same key. */
  key: string
  tone: 'good' | 'bad' | 'info'
  text: string
  detail?: string | undefined
  actions?: readonly { text: string; run: () => void }[]
  /** Keeps the toast while a dialog is open (a user busy there must not miss it), and shows it before antd is loaded. */
  isAlarm?: boolean
  /** Stays until it is dismissed by the program; a user cannot close it. */
  isStanding?: boolean
  /** Milliseconds until it disappears. */
  durationMs: number
}

let shown: readonly Toast[] = []
const listeners = new Set<() => void>()

function setToasts(next: readonly Toast[]) {
  shown = next
  for (const listener of listeners) listener()
}

let count = 0

/** Shows a toast. Errors stay longer. */
export function toast(options: Partial<Toast> & Pick<Toast, 'tone' | 'text'>) {
  count += 1
  const durationMs = options.tone === 'bad' ? 8_000 : 4_000
  const whole: Toast = { key: `toast-${count}`, durationMs, ...options }
  setToasts([...shown.filter(({ key }) => key !== whole.key), whole])
}

export function dismiss(key: string) {
  if (shown.some(toast => toast.key === key)) setToasts(shown.filter(toast => toast.key !== key))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useToasts = () => useSyncExternalStore(subscribe, () => shown)
