import { useSyncExternalStore } from 'react'

export type Theme = 'dark' | 'light'

const themeKey = 'theme'
const page = document.documentElement
const listeners = new Set<() => void>()

const current = (): Theme => (page.dataset.theme === 'light' ? 'light' : 'dark')

function show(theme: Theme) {
  page.dataset.theme = theme
  for (const listener of listeners) listener()
}

window.addEventListener('storage', event => {
  if (event.key === themeKey) show(event.newValue === 'light' ? 'light' : 'dark')
})

/** `data-theme` on the root element is the source of truth: an inline script sets it before first paint. */
export const theme = {
  toggle() {
    const next = current() === 'dark' ? 'light' : 'dark'
    localStorage.setItem(themeKey, next)
    show(next)
  },
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useTheme = () => useSyncExternalStore(subscribe, current)
