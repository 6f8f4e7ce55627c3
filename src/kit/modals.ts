import { useSyncExternalStore } from 'react'

let modals: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function setModals(next: readonly HTMLDialogElement[]) {
  modals = next
  for (const listener of listeners) listener()
}

const remove = (dialog: HTMLDialogElement) => setModals(modals.filter(other => other !== dialog))

/** Opens a `dialog` modally. Every modal must be opened here: toasts follow the topmost one. */
export function openModal(dialog: HTMLDialogElement) {
  dialog.showModal()
  dialog.addEventListener('close', () => remove(dialog), { once: true })
  setModals([...modals, dialog])
}

/** Closes a modal before it leaves the document, so that focus returns. */
export function closeModal(dialog: HTMLDialogElement) {
  dialog.close()
  remove(dialog)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The topmost modal dialog, outside of which everything is inert; null if none is open. */
export const useTopModal = () => useSyncExternalStore(subscribe, () => modals.at(-1) ?? null)
