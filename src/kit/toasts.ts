import { useSyncExternalStore } from 'react'

export interface Toast {
  /** A toast with the key of another replaces it. */
  key: string
  tone: 'good' | 'bad' | 'info'
  text: string
  detail?: string | undefined
  action?: { text: string; run: () => void }
  /** Milliseconds until it goes by itself. */
  lasts: number
}

let shown: readonly Toast[] = []
const listeners = new Set<() => void>()

function become(next: readonly Toast[]) {
  shown = next
  for (const listener of listeners) listener()
}

let count = 0

/** Says something in passing. Bad news stays longer, because it has to be read. */
export function say(toast: Partial<Toast> & Pick<Toast, 'tone' | 'text'>) {
  count += 1
  const whole = { key: `toast-${count}`, lasts: toast.tone === 'bad' ? 8_000 : 4_000, ...toast }
  become([...shown.filter(({ key }) => key !== whole.key), whole])
}

export const unsay = (key: string) => become(shown.filter(toast => toast.key !== key))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useToasts = () => useSyncExternalStore(subscribe, () => shown)
