import { useEffect, useRef } from 'react'

/** Where a shortcut works. */
export const shortcutPlaces = ['everywhere', 'list', 'record', 'form', 'alert'] as const

interface Shortcut {
  /** Strokes that each do it; `Mod` is Ctrl or ⌘, strokes after each other are parted by a space. */
  keys: readonly string[]
  place: (typeof shortcutPlaces)[number]
}

/** Every shortcut of the console but those that lead to a screen; the names key its text. */
export const shortcuts = {
  palette: { keys: ['Mod+K'], place: 'everywhere' },
  help: { keys: ['?'], place: 'everywhere' },
  alarm: { keys: ['!'], place: 'everywhere' },
  search: { keys: ['/'], place: 'list' },
  create: { keys: ['c'], place: 'list' },
  rowNext: { keys: ['j', 'ArrowDown'], place: 'list' },
  rowPrevious: { keys: ['k', 'ArrowUp'], place: 'list' },
  rowFirst: { keys: ['Home'], place: 'list' },
  rowLast: { keys: ['End'], place: 'list' },
  rowOpen: { keys: ['Enter'], place: 'list' },
  rowEdit: { keys: ['e'], place: 'list' },
  rowChoose: { keys: ['x'], place: 'list' },
  next: { keys: ['j'], place: 'record' },
  previous: { keys: ['k'], place: 'record' },
  edit: { keys: ['e'], place: 'record' },
  save: { keys: ['Mod+Enter'], place: 'form' },
  alertNext: { keys: ['j', 'ArrowDown'], place: 'alert' },
  alertPrevious: { keys: ['k', 'ArrowUp'], place: 'alert' },
  acknowledge: { keys: ['a'], place: 'alert' },
  callContact: { keys: ['p'], place: 'alert' },
  note: { keys: ['n'], place: 'alert' },
  handOver: { keys: ['t'], place: 'alert' },
  resolve: { keys: ['r'], place: 'alert' },
} as const satisfies Record<string, Shortcut>

export type ShortcutName = keyof typeof shortcuts

/** The value of `aria-keyshortcuts` for what a shortcut does as well. */
export const ariaKeys = (name: ShortcutName) =>
  shortcuts[name].keys
    .flatMap(keys =>
      keys.startsWith('Mod+') ? [keys.replace('Mod', 'Control'), keys.replace('Mod', 'Meta')] : keys,
    )
    .join(' ')

/** Whether keys pressed there belong to an input, or to something that lies above the screen. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, select, textarea, [contenteditable], dialog, [popover]') !== null

/** What strokes do, by their keys. */
type Bindings = Readonly<Record<string, () => void>>

/** How long after a first stroke the second is awaited, in milliseconds. */
const patience = 1_500

const bound = new Set<{ readonly current: Bindings }>()
let begun = { stroke: '', until: 0 }

function strokeOf({ key, ctrlKey, metaKey }: KeyboardEvent): string {
  return ctrlKey || metaKey ? `Mod+${key.length === 1 ? key.toUpperCase() : key}` : key
}

const actOf = (keys: string) => [...bound].find(({ current }) => current[keys])?.current[keys]
const begins = (stroke: string) =>
  [...bound].some(({ current }) => Object.keys(current).some(keys => keys.startsWith(`${stroke} `)))

function listen(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || event.altKey || event.key === 'Shift') return
  if (document.querySelector('dialog:modal')) return
  const stroke = strokeOf(event)
  if (isTyping(event.target) && !stroke.startsWith('Mod+')) return
  const act = (event.timeStamp < begun.until && actOf(`${begun.stroke} ${stroke}`)) || actOf(stroke)
  begun = act || !begins(stroke) ? { stroke: '', until: 0 } : { stroke, until: event.timeStamp + patience }
  if (!act) return
  event.preventDefault()
  act()
}

/**
 * Binds strokes while the component is there; where two bind the same, the first goes on doing it. Single keys do
 * nothing while something is being typed, and none does anything while a dialog is open.
 */
export function useKeys(bindings: Bindings): void {
  const latest = useRef(bindings)
  useEffect(() => {
    latest.current = bindings
  })
  useEffect(() => {
    if (bound.size === 0) addEventListener('keydown', listen)
    bound.add(latest)
    return () => {
      bound.delete(latest)
      if (bound.size === 0) removeEventListener('keydown', listen)
    }
  }, [])
}
