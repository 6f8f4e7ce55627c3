import { type KeyboardEvent, useState } from 'react'
import type { InterfaceText } from '#contract/localisation/interface-texts.ts'

type Version = Pick<InterfaceText, 'id' | 'version'>

/** The checkbox of a text, by keyboard. */
const checkboxesIn = (list: Element) => [...list.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')]

/**
 * The texts in review that are selected on a page of the list, in the versions that were seen. Arrow keys move between
 * their checkboxes, with Shift they select; Ctrl+A selects all.
 */
export function useSelection(texts: readonly InterfaceText[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selectable = texts.filter(({ status }) => status === 'review')
  const selected: Version[] = selectable
    .filter(({ id }) => ids.has(id))
    .map(({ id, version }) => ({ id, version }))

  function choose(id: string, isChosen: boolean) {
    const next = new Set(ids)
    if (isChosen) next.add(id)
    else next.delete(id)
    setIds(next)
  }
  const chooseAll = (isChosen: boolean) => setIds(new Set(isChosen ? selectable.map(({ id }) => id) : []))

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { key, shiftKey, ctrlKey, metaKey, currentTarget, target } = event
    const boxes = checkboxesIn(currentTarget)
    const at = boxes.indexOf(target as HTMLInputElement)
    if (at < 0) return
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'a') {
      event.preventDefault()
      chooseAll(true)
    }
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return
    event.preventDefault()
    const next = boxes[at + (key === 'ArrowDown' ? 1 : -1)]
    next?.focus()
    if (shiftKey && next) setIds(new Set([...ids, boxes[at]?.value ?? '', next.value]))
  }

  /** The unchanged proposals of a machine among them. */
  const proposals = selectable.filter(({ id, proposal }) => ids.has(id) && proposal && !proposal.is_edited)

  return {
    selected,
    proposals,
    isSelectable: selectable.length > 0,
    isAllSelected: selectable.length > 0 && selected.length === selectable.length,
    has: (id: string) => ids.has(id),
    choose,
    chooseAll,
    onKeyDown,
  }
}
export type Selection = ReturnType<typeof useSelection>
