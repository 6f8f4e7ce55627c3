import { useEffect, useId, useSyncExternalStore } from 'react'
import type { Identity, OpenRecord, RecordPresence } from '#contract/platform/presence.ts'
import { useCurrentUser } from '../current-user.ts'
import { firstContent } from '../first-content.ts'
import { isPreview } from '../preview/preview.ts'

/** Others who have a record open. */
export interface Others {
  people: RecordPresence['people']
  /** More than `people` if there are many. */
  total: number
  changed: RecordPresence['changed']
}

export type { Identity }

const keyOf = (resource: string, id: string) => `${resource} ${id}`

/** What the screens have open, by the component that shows it. */
const opened = new Map<string, OpenRecord>()
let states: ReadonlyMap<string, RecordPresence> = new Map()
const listeners = new Set<() => void>()
let onOpen: (() => void) | undefined
let loading: Promise<void> | undefined

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function setStates(next: ReadonlyMap<string, RecordPresence>) {
  states = next
  for (const listener of listeners) listener()
}

/** The connection is not needed to show a screen. */
async function connect() {
  await firstContent
  const { openPresence } = await import('./connection.ts')
  onOpen = openPresence({
    records: openRecords,
    onRecord: state => setStates(new Map(states).set(keyOf(state.resource, state.id), state)),
    onLost: () => setStates(new Map()),
  })
}

function announce() {
  if (isPreview) return
  loading ??= connect().catch(() => {
    // The next record tries again.
    loading = undefined
  })
  void loading.then(() => onOpen?.())
}

/** The open records; a record that is shown and edited is being edited. */
function openRecords(): OpenRecord[] {
  const byKey = new Map<string, OpenRecord>()
  for (const record of opened.values()) {
    const key = keyOf(record.resource, record.id)
    if (record.is_editing || !byKey.has(key)) byKey.set(key, record)
  }
  return [...byKey.values()]
}

/**
 * Tells others that a record is open, and which of its fields has the focus in a form.
 * @param id empty for a record that does not exist yet
 */
export function useOpenRecord(resource: string, id: string, isEditing = false, field?: string): void {
  const name = useId()
  useEffect(() => {
    if (id === '') return
    opened.set(name, { resource, id, is_editing: isEditing, ...(field && { field }) })
    announce()
  }, [name, resource, id, isEditing, field])
  useEffect(
    () => () => {
      if (opened.delete(name)) announce()
    },
    [name],
  )
}

/** The others who have a record open, as far as one may know them. */
export function useOthers(resource: string, id: string): Others {
  const { id: me } = useCurrentUser()
  const state = useSyncExternalStore(subscribe, () => states.get(keyOf(resource, id)))
  if (!state) return { people: [], total: 0, changed: null }
  const people = state.people.filter(person => person.id !== me)
  const isMeNamed = people.length < state.people.length
  // Beyond the named ones, oneself is among those who are counted.
  const total = isMeNamed || state.total > state.people.length ? state.total - 1 : state.total
  return { people, total: Math.max(total, people.length), changed: state.changed }
}

/** Who made the latest change of a record, while it was open; null if they may not be named. */
export const latestAuthor = (resource: string, id: string): Identity | null =>
  states.get(keyOf(resource, id))?.changed?.by ?? null
