import { NetworkError } from '../../call.ts'
import { type Merge, mergeVersion, settle, startMerge } from '../../merge.ts'
import { latestAuthor } from '../../presence/presence.ts'
import type { Author } from '../form/use-merge.ts'
import { bodyOf, formValuesOf, isSame, parseInput, type Values } from '../form/values.ts'
import type { Field, Row } from '../resource.ts'
import type { RequestError } from '../rows.ts'

/** Attempts to save a record that others save at the same time. */
const maxAttempts = 4

/** What an edited cell shows. */
export interface CellEditState {
  /** `saving` shows the new value; `failed` can be tried again. */
  status: 'open' | 'saving' | 'failed'
  /** As form value. */
  value: unknown
  /** Why it was not saved, in the words of the contract or of the server. */
  problem: string | undefined
  merge: Merge<Author>
}

/** One cell being edited. It lives as long as its value is not saved, also while its row is not on the screen. */
export type CellEdit = ReturnType<typeof openCellEdit>

interface CellEditOptions {
  resource: string
  row: Row
  /** Place of the row in the list. */
  index: number
  field: Field
  /** Returns what is wrong with a value, if anything. */
  validate: (value: unknown) => string | undefined
  /** Saves a field over a version. @throws {RequestError} */
  update: (row: Row, values: Values) => Promise<Row>
  /** Loads the newest version. @throws {RequestError} */
  load: (id: string) => Promise<Row>
  /** What is shown without an answer, and if the server gives no reason. */
  texts: { offline: string; failed: string }
}

export function openCellEdit({
  resource,
  row,
  index,
  field,
  validate,
  update,
  load,
  texts,
}: CellEditOptions) {
  const { name } = field
  const fields = new Map([[name, field]])
  const parse = (value: unknown) => parseInput(field, value)
  const isSameValue = (one: unknown, other: unknown) => isSame(parse(one), parse(other))
  let latest = row
  const first = formValuesOf(row, fields)
  let state: CellEditState = {
    status: 'open',
    value: first[name],
    problem: undefined,
    merge: startMerge(first),
  }
  const listeners = new Set<() => void>()

  function set(part: Partial<CellEditState>) {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }

  const isChanged = () => !isSameValue(state.merge.base[name], state.value)
  const hasConflict = () => state.merge.conflicts.has(name) && isChanged()

  /** Takes over a newer version of the record: an untouched value follows, a changed one becomes a conflict. */
  function follow(newer: Row) {
    if ((newer.version ?? 0) <= (latest.version ?? 0)) return
    latest = newer
    const { merge, set: taken } = mergeVersion(state.merge, {
      mine: { [name]: state.value },
      theirs: formValuesOf(newer, fields),
      fields: [name],
      by: { who: latestAuthor(resource, newer.id), at: Date.now() },
      isSame: (_, one, other) => isSameValue(one, other),
    })
    set({ merge, ...(name in taken && { value: taken[name] }) })
  }

  function fail(error: unknown): null {
    const { message, errors = {} } = error as RequestError
    const own = errors[name] ?? Object.values(errors)[0]
    const problem = own ? [own].flat().map(String).join(' ') : message || texts.failed
    set({ status: 'failed', problem: error instanceof NetworkError ? texts.offline : problem })
    return null
  }

  /** Saves over the latest version, and over newer ones in which the field is the same. */
  async function send(): Promise<Row | null> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await update(latest, bodyOf({ [name]: state.value }, [field]))
      } catch (error) {
        if ((error as RequestError).statusCode !== 412 || attempt >= maxAttempts) return fail(error)
      }
      try {
        follow(await load(latest.id))
      } catch (error) {
        return fail(error)
      }
      // Both have typed the same.
      if (!isChanged()) return latest
      if (hasConflict()) {
        set({ status: 'failed' })
        return null
      }
    }
  }

  return {
    id: row.id,
    index,
    field,
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    type: (value: unknown) => set({ value, problem: undefined }),
    follow,
    isChanged,
    /** Whether it can be closed or sent; otherwise it shows why not. */
    check(): boolean {
      if (state.status === 'saving' || hasConflict()) return false
      const problem = isChanged() ? validate(state.value) : undefined
      set({ problem, status: 'open' })
      return problem === undefined
    },
    /** @returns the saved row, or null if it was not saved; the cell then shows why */
    async save(): Promise<Row | null> {
      set({ status: 'saving', problem: undefined })
      return send()
    },
    keepMine: () => set({ merge: settle(state.merge, name) }),
    takeTheirs: () => set({ value: state.merge.base[name], merge: settle(state.merge, name) }),
    /** Puts a value of before back, unless someone has changed the field since. */
    async undo(saved: Row, before: unknown): Promise<boolean> {
      const back = bodyOf({ [name]: before }, [field])
      for (let over = saved, attempt = 1; attempt <= maxAttempts; attempt += 1) {
        if (!isSame(over[name], saved[name])) return false
        try {
          await update(over, back)
          return true
        } catch (error) {
          if ((error as RequestError).statusCode !== 412) throw error
        }
        over = await load(saved.id)
      }
      return false
    },
  }
}
