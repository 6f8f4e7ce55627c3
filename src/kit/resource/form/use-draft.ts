import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useCurrentUser } from '../../current-user.ts'
import type { Field, Resource, Row } from '../resource.ts'
import { type Draft, hasDraft, readDraft, removeDraft, writeDraft } from './drafts.ts'
import { inputKindOf } from './input-kind.ts'
import { changedFields, isSame, type Values } from './values.ts'

/** Pause in milliseconds after the last change before a draft is kept. */
const pauseMs = 400

/** Names the draft of a form: by person, resource and record, or by the link to the form of a new record. */
export function useDraftId(of: Pick<Resource, 'name'>, row: Row | undefined): string {
  const { id } = useCurrentUser()
  return [id, of.name, row?.id ?? `new${location.search}`].join(' ')
}

/** A draft that was found when the form opened. */
export interface RestoredDraft {
  at: number
  values: Values
  /** What these fields had when the draft was typed. */
  base: Values
  /** Restored fields whose saved value has changed since. */
  changedSince: readonly Field[]
}

interface DraftOptions {
  id: string
  fields: ReadonlyMap<string, Field>
  first: Values
}

/** Reads a form's draft when it opens; undefined while it is read, null without one. */
export function useRestoredDraft({ id, fields, first }: DraftOptions): RestoredDraft | null | undefined {
  const found = useMemo(() => hasDraft(id), [id])
  const { data, isPending } = useQuery({
    queryKey: ['draft', id],
    queryFn: () => readDraft(id),
    enabled: found,
    // Read when the form opens, and never again while it is open.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  return useMemo(() => {
    if (!found) return null
    if (isPending) return undefined
    return data ? restoredFrom(data, fields, first) : null
  }, [found, isPending, data, fields, first])
}

/** What of a draft can be restored; null if nothing differs from what is saved. */
export function restoredFrom(
  { at, values, base }: Draft,
  fields: ReadonlyMap<string, Field>,
  first: Values,
): RestoredDraft | null {
  const kept = [...fields.values()].filter(({ name }) => Object.hasOwn(values, name))
  const restored = Object.fromEntries(kept.map(({ name }) => [name, values[name] ?? undefined]))
  if (changedFields(first, { ...first, ...restored }, fields).length === 0) return null
  return {
    at,
    values: restored,
    base: Object.fromEntries(kept.map(({ name }) => [name, base[name] ?? undefined])),
    changedSince: kept.filter(
      ({ name }) => !isSame(base[name], first[name]) && !isSame(values[name], first[name]),
    ),
  }
}

/** The changed fields as a draft, without passwords; null if there are none. */
export function draftOf(values: Values, { fields, first }: Omit<DraftOptions, 'id'>): Draft | null {
  const changed = changedFields(first, values, fields).filter(field => inputKindOf(field) !== 'password')
  if (changed.length === 0) return null
  // JSON has no undefined: an emptied field is null.
  const pick = (all: Values) => Object.fromEntries(changed.map(({ name }) => [name, all[name] ?? null]))
  return { at: Date.now(), values: pick(values), base: pick(first) }
}

/** Keeps the values of a form as its draft while they are typed. */
export function useKeepDraft({ id, fields, first }: DraftOptions) {
  const latest = useRef<Values>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const write = useCallback(() => {
    clearTimeout(timer.current)
    if (!latest.current) return
    const draft = draftOf(latest.current, { fields, first })
    latest.current = undefined
    if (draft) void writeDraft(id, draft)
    else removeDraft(id)
  }, [id, fields, first])
  // A form that disappears, as at the end of a session, keeps what was typed last.
  useEffect(() => write, [write])
  const keep = useCallback(
    (values: Values) => {
      latest.current = values
      clearTimeout(timer.current)
      timer.current = setTimeout(write, pauseMs)
    },
    [write],
  )
  const remove = useCallback(() => {
    clearTimeout(timer.current)
    latest.current = undefined
    removeDraft(id)
  }, [id])
  return { keep, remove }
}
