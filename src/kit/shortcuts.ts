import { useLayoutEffect, useRef } from 'react'
import { isModalOpen } from './overlays.ts'

/** Where a shortcut applies. */
export const shortcutScopes = ['everywhere', 'list', 'cells', 'record', 'form', 'alert', 'review'] as const

interface Shortcut {
  /** Alternative key sequences; `Mod` is Ctrl or ⌘, a space separates successive keys. */
  keys: readonly string[]
  scope: (typeof shortcutScopes)[number]
}

/** All shortcuts except navigation; the names are text keys. */
export const shortcuts = {
  palette: { keys: ['Mod+K'], scope: 'everywhere' },
  help: { keys: ['?'], scope: 'everywhere' },
  alarm: { keys: ['!'], scope: 'everywhere' },
  toast: { keys: ['F8'], scope: 'everywhere' },
  search: { keys: ['/'], scope: 'list' },
  create: { keys: ['c'], scope: 'everywhere' },
  rowNext: { keys: ['j', 'ArrowDown'], scope: 'list' },
  rowPrevious: { keys: ['k', 'ArrowUp'], scope: 'list' },
  rowFirst: { keys: ['Home'], scope: 'list' },
  rowLast: { keys: ['End'], scope: 'list' },
  rowOpen: { keys: ['Enter'], scope: 'list' },
  rowEdit: { keys: ['e'], scope: 'list' },
  rowsForward: { keys: ['PageDown'], scope: 'list' },
  rowsBack: { keys: ['PageUp'], scope: 'list' },
  rowChoose: { keys: ['x', 'Space'], scope: 'list' },
  rowExtend: { keys: ['Shift+ArrowDown', 'Shift+ArrowUp'], scope: 'list' },
  groupOpen: { keys: ['ArrowRight'], scope: 'list' },
  groupClose: { keys: ['ArrowLeft'], scope: 'list' },
  cellEnter: { keys: ['ArrowRight'], scope: 'cells' },
  cellLeave: { keys: ['Escape'], scope: 'cells' },
  cellEdit: { keys: ['F2', 'Enter'], scope: 'cells' },
  cellDown: { keys: ['Enter'], scope: 'cells' },
  cellNext: { keys: ['Tab', 'Shift+Tab'], scope: 'cells' },
  cellFirst: { keys: ['Mod+Home', 'Mod+End'], scope: 'cells' },
  cellSelect: { keys: ['Space'], scope: 'cells' },
  cellExtend: { keys: ['Shift+ArrowRight', 'Shift+ArrowDown'], scope: 'cells' },
  cellCopy: { keys: ['Mod+C'], scope: 'cells' },
  next: { keys: ['j'], scope: 'record' },
  previous: { keys: ['k'], scope: 'record' },
  edit: { keys: ['e'], scope: 'record' },
  save: { keys: ['Mod+Enter'], scope: 'form' },
  alertNext: { keys: ['j', 'ArrowDown'], scope: 'alert' },
  alertPrevious: { keys: ['k', 'ArrowUp'], scope: 'alert' },
  acknowledge: { keys: ['a'], scope: 'alert' },
  callContact: { keys: ['p'], scope: 'alert' },
  note: { keys: ['n'], scope: 'alert' },
  handOver: { keys: ['t'], scope: 'alert' },
  resolve: { keys: ['r'], scope: 'alert' },
  reviewRight: { keys: ['y'], scope: 'review' },
  reviewWrong: { keys: ['n'], scope: 'review' },
  reviewUnsure: { keys: ['s'], scope: 'review' },
  reviewMissed: { keys: ['m'], scope: 'review' },
  reviewNext: { keys: ['j'], scope: 'review' },
  reviewPrevious: { keys: ['k'], scope: 'review' },
} as const satisfies Record<string, Shortcut>

export type ShortcutName = keyof typeof shortcuts

/** The `aria-keyshortcuts` value of a shortcut. */
export const ariaKeys = (name: ShortcutName) =>
  shortcuts[name].keys
    .flatMap(keys =>
      keys.startsWith('Mod+') ? [keys.replace('Mod', 'Control'), keys.replace('Mod', 'Meta')] : keys,
    )
    .join(' ')

/** Whether the event target is an input or inside an overlay. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest(
    'input, select, textarea, [contenteditable], [role="combobox"], [role="dialog"], [data-toast]',
  ) !== null

/** Handlers by key sequence. */
type Bindings = Readonly<Record<string, () => void>>

/** Milliseconds to wait for the second key of a sequence. */
const sequenceTimeoutMs = 1_500

const activeBindings = new Set<{ readonly current: Bindings }>()
/** Apply to keys that no other component has bound. */
const fallbackBindings = new Set<{ readonly current: Bindings }>()
let pendingStroke = { stroke: '', until: 0 }

function strokeOf({ key, ctrlKey, metaKey }: KeyboardEvent): string {
  return ctrlKey || metaKey ? `Mod+${key.length === 1 ? key.toUpperCase() : key}` : key
}

const allBindings = () => [...activeBindings, ...fallbackBindings]
const handlerFor = (keys: string) => allBindings().find(({ current }) => current[keys])?.current[keys]
const startsSequence = (stroke: string) =>
  allBindings().some(({ current }) => Object.keys(current).some(keys => keys.startsWith(`${stroke} `)))

function listen(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || event.altKey || event.key === 'Shift') return
  const stroke = strokeOf(event)
  const isAlwaysActive = stroke === shortcuts.toast.keys[0]
  if (isModalOpen() && !isAlwaysActive) return
  if (!isAlwaysActive && isTyping(event.target) && !stroke.startsWith('Mod+')) return
  const act =
    (event.timeStamp < pendingStroke.until && handlerFor(`${pendingStroke.stroke} ${stroke}`)) ||
    handlerFor(stroke)
  pendingStroke =
    act || !startsSequence(stroke)
      ? { stroke: '', until: 0 }
      : { stroke, until: event.timeStamp + sequenceTimeoutMs }
  if (!act) return
  event.preventDefault()
  act()
}

/**
 * Binds shortcuts while the component is mounted; the first binding wins. Single keys are ignored while typing, and
 * all keys while a dialog is open, except the one that moves focus to the toasts. Layout effects, because other effects
 * run after the paint: a key pressed between would be lost, or do what the screen before did.
 * @param isFallback whether other components' bindings win, whenever they were mounted
 */
export function useShortcuts(bindings: Bindings, isFallback = false): void {
  const latest = useRef(bindings)
  useLayoutEffect(() => {
    latest.current = bindings
  })
  useLayoutEffect(() => {
    const bound = isFallback ? fallbackBindings : activeBindings
    if (allBindings().length === 0) addEventListener('keydown', listen)
    bound.add(latest)
    return () => {
      bound.delete(latest)
      if (allBindings().length === 0) removeEventListener('keydown', listen)
    }
  }, [isFallback])
}
