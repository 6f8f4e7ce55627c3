import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../../shortcuts.ts'
import { toast } from '../../toasts.ts'
import { rowSteps } from '../list/row-table.tsx'

/** Keyboard navigation of a treegrid: which row has its tab stop, and what keys do. */
export type TreeKeys = ReturnType<typeof useTreeKeys>

const isGroup = (row: HTMLElement) => row.hasAttribute('aria-expanded')

/**
 * Keys of a treegrid whose rows have the focus, by the ARIA Authoring Practices: up and down, Home and End, j and k move;
 * the arrow towards a row's content opens a group or enters it, the other one closes it or returns to it.
 */
export function useTreeKeys(body: RefObject<HTMLElement | null>) {
  const { t } = useTranslation('cells')
  const [active, setActive] = useState<string>()
  const rows = () => [...(body.current?.querySelectorAll<HTMLElement>('tr[data-tree]') ?? [])]
  const enter = () => body.current?.querySelector<HTMLElement>('tr[data-tree][tabindex="0"]')?.focus()
  useShortcuts({ j: enter, k: enter })

  // The row with the tab stop may have gone: deleted, filtered out, or in a group that was closed.
  useEffect(() => {
    const all = rows()
    if (all.length > 0 && !all.some(row => row.dataset.tree === active)) setActive(all[0]?.dataset.tree)
  })

  function onKeyDown(event: KeyboardEvent) {
    const row = event.target as HTMLElement
    if (row.dataset.tree === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const all = rows()
    const at = all.indexOf(row)
    const goTo = (index: number) => all[Math.max(0, Math.min(all.length - 1, index))]?.focus()
    const isRtl = getComputedStyle(row).direction === 'rtl'
    const step = rowSteps[event.key]
    if (step !== undefined) goTo(at + step)
    else if (event.key === 'F2') toast({ key: 'cell', tone: 'info', text: t('grouped') })
    else if (event.key === (isRtl ? 'ArrowLeft' : 'ArrowRight')) {
      if (row.getAttribute('aria-expanded') === 'false') row.click()
      else if (isGroup(row)) goTo(at + 1)
    } else if (event.key === (isRtl ? 'ArrowRight' : 'ArrowLeft')) {
      if (row.getAttribute('aria-expanded') === 'true') row.click()
      else if (!isGroup(row)) all.slice(0, at).findLast(isGroup)?.focus()
    } else if (isGroup(row) && (event.key === 'Enter' || event.key === ' ')) row.click()
    else return
    event.preventDefault()
  }

  return {
    onKeyDown,
    /** Properties of a row by its name. */
    row: (name: string) => ({
      'data-tree': name,
      tabIndex: name === active ? 0 : -1,
      onFocus: () => setActive(name),
    }),
    /** Looks for a row to have the tab stop, after rows have changed. */
    settle: () => {
      const all = rows()
      if (!all.some(row => row.dataset.tree === active)) setActive(all[0]?.dataset.tree)
    },
  }
}
