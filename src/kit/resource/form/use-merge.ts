import type { FormInstance } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type FieldConflict, type Merge, mergeVersion, settle, startMerge } from '../../merge.ts'
import { type Identity, latestAuthor } from '../../presence/presence.ts'
import type { Field, Row } from '../resource.ts'
import type { RestoredDraft } from './use-draft.ts'
import { formValuesOf, isSame, parseInput, type Values } from './values.ts'

/** Who saved a version, as far as it is known, and when it was noticed in epoch milliseconds. */
export interface Author {
  who: Identity | null
  at: number
}

/** Milliseconds in which a form that was just opened takes over newer values without saying so. */
const openingMs = 2_000

interface MergeOptions {
  resource: string
  form: FormInstance
  fields: ReadonlyMap<string, Field>
  /** The record as last loaded; undefined when creating. */
  row: Row | undefined
  first: Values
  restored: RestoredDraft | null
}

/** Merges newer versions of the record into an open form, field by field. */
export function useMerge({ resource, form, fields, row, first, restored }: MergeOptions) {
  const [openedAt] = useState(Date.now)
  const [merge, setMerge] = useState(() => initialMerge(first, restored))
  // A save that finds a newer version goes on in the same call.
  const current = useRef({ merge, row })

  function apply(next: Merge<Author>, latest: Row | undefined) {
    current.current = { merge: next, row: latest }
    setMerge(next)
  }

  /** Takes over a version. @returns the merge with it */
  function follow(latest: Row): Merge<Author> {
    const mine: Values = form.getFieldsValue(true)
    const { merge: next, set } = mergeVersion(current.current.merge, {
      mine,
      theirs: formValuesOf(latest, fields),
      fields: fields.keys(),
      by: { who: latestAuthor(resource, latest.id), at: Date.now() },
      isSame: (name, one, other) => {
        const field = fields.get(name) as Field
        return isSame(parseInput(field, one), parseInput(field, other))
      },
    })
    form.setFieldsValue(set as never)
    const isOpening = Date.now() - openedAt < openingMs && next.conflicts.size === 0
    apply(isOpening ? { ...next, followed: new Map() } : next, latest)
    return next
  }

  const followLatest = useRef(follow)
  followLatest.current = follow
  useEffect(() => {
    if (row && row !== current.current.row) followLatest.current(row)
  }, [row])

  const { base, conflicts } = merge
  /** What a draft is based on: an open conflict is still one when the draft is restored. */
  const draftBase = useMemo<Values>(
    () => ({ ...base, ...Object.fromEntries([...conflicts].map(([name, { was }]) => [name, was])) }),
    [base, conflicts],
  )

  return {
    merge,
    draftBase,
    follow,
    /** The merge and the version it is with, as of now and not of the last render. */
    latest: () => current.current,
    keepMine: (name: string) => apply(settle(current.current.merge, name), current.current.row),
    takeTheirs(name: string) {
      const { merge, row } = current.current
      form.setFieldValue(name as never, merge.base[name] as never)
      apply(settle(merge, name), row)
    },
    /** Back to the latest version. */
    discard: () => apply(startMerge(current.current.merge.base), current.current.row),
  }
}

/** Restored changes of fields that someone else has changed since are conflicts from the start. */
function initialMerge(first: Values, restored: RestoredDraft | null): Merge<Author> {
  const conflicts = (restored?.changedSince ?? []).map(({ name }): [string, FieldConflict<Author>] => [
    name,
    { was: restored?.base[name], theirs: first[name], by: { who: null, at: restored?.at ?? 0 } },
  ])
  return { ...startMerge<Author>(first), conflicts: new Map(conflicts) }
}
