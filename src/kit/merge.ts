/** Values by the names of their fields. */
export type FieldValues = Readonly<Record<string, unknown>>

/** A field that I had not changed and that took someone else's value. */
export interface Followed<By> {
  /** My last value before theirs. */
  former: unknown
  by: By
}

/** A field that both of us changed, until one value is chosen. */
export interface FieldConflict<By> {
  /** What both of us changed. */
  was: unknown
  theirs: unknown
  by: By
}

/** How what I type relates to the latest version. */
export interface Merge<By> {
  /** The values of the latest version. */
  base: FieldValues
  followed: ReadonlyMap<string, Followed<By>>
  conflicts: ReadonlyMap<string, FieldConflict<By>>
}

export const startMerge = <By>(base: FieldValues): Merge<By> => ({
  base,
  followed: new Map(),
  conflicts: new Map(),
})

interface NewVersion<By> {
  mine: FieldValues
  theirs: FieldValues
  fields: Iterable<string>
  by: By
  isSame(field: string, one: unknown, other: unknown): boolean
}

/**
 * Merges a new version field by field (three-way): what I have not changed follows, what both changed differently becomes
 * a conflict, and nothing that I typed is replaced.
 * @returns the merge, and the values to put into the form
 */
export function mergeVersion<By>(
  { base, followed, conflicts }: Merge<By>,
  { mine, theirs, fields, by, isSame }: NewVersion<By>,
): { merge: Merge<By>; set: Record<string, unknown> } {
  const next = { followed: new Map(followed), conflicts: new Map(conflicts) }
  const set: Record<string, unknown> = {}
  for (const name of fields) {
    const [was, my, their] = [base[name], mine[name], theirs[name]]
    const open = conflicts.get(name)
    if (isSame(name, my, their)) next.conflicts.delete(name)
    else if (isSame(name, was, my)) {
      // Not changed, or the choice was typed.
      next.conflicts.delete(name)
      set[name] = their
      const former = followed.has(name) ? followed.get(name)?.former : was
      if (isSame(name, former, their)) next.followed.delete(name)
      else next.followed.set(name, { former, by })
    } else if (open && isSame(name, open.was, their)) {
      // Changed back to what it was: only I have changed it.
      next.conflicts.delete(name)
    } else if (!isSame(name, was, their)) {
      next.followed.delete(name)
      next.conflicts.set(name, { was: open ? open.was : was, theirs: their, by })
    }
  }
  return { merge: { base: theirs, ...next }, set }
}

/** The merge without a conflict, after a choice. */
export function settle<By>({ conflicts, ...merge }: Merge<By>, name: string): Merge<By> {
  return { ...merge, conflicts: new Map([...conflicts].filter(([other]) => other !== name)) }
}
