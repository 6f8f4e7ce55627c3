import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { fieldKind } from '#contract/kit/fields.ts'
import type { UndoReason } from '#contract/kit/undo.ts'
import type { Row } from '../table/config.ts'

/** What an undo needs to know about the records of a resource. */
export interface UndoRules {
  /** The fields that an undo may write, with the schemas of their values. */
  fields: Readonly<Record<string, z.ZodType>>
  /** Fields that also change without a log entry. */
  unlogged: readonly string[]
  /** Fields that refer to people. */
  personFields: readonly string[]
  /** Column with the time of removal, if removed rows are kept. */
  removedAt: string | null
}

/** What the action did to one record, from its activity log. */
export interface OwnChange {
  action: string
  before: unknown
  after: unknown
}

/** The last change of a field of the record after the action. */
export interface LaterChange {
  /** Null for an entry that names no fields: a deletion, a restore, or one whose text was erased. */
  field: string | null
  /** The field's value before the first of its changes. */
  original: unknown
  action: string
}

export interface UndoneRecord {
  id: string
  /** In the order in which they were made. */
  changes: readonly OwnChange[]
  /** The row as it is, removed or not; null if there is none or the caller may not see it. */
  present: Row | null
  later: readonly LaterChange[]
  /** Ids of people whose data was erased. */
  erased: ReadonlySet<string>
}

/** What an undo does with one record. */
export type UndoPlan =
  | { kind: 'update'; values: Row }
  | { kind: 'restore' }
  | { kind: 'remove'; isCreated: boolean }
  /** `fields`: what was changed since. */
  | { kind: 'skip'; reason: Exclude<UndoReason, 'refused' | 'referenced'>; fields: readonly string[] }

const skip = (
  reason: Extract<UndoPlan, { kind: 'skip' }>['reason'],
  fields: readonly string[] = [],
): UndoPlan => ({ kind: 'skip', reason, fields })

const isRecord = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Actions that end or begin a record's presence, without saying anything about its fields. */
export const presenceActions = ['create', 'delete', 'restore']

/**
 * Plans the undo of what one action did to one record. A record is left alone as a whole if any field that the action
 * changed has another value now; a field that was changed and changed back counts as unchanged. Other fields stay as
 * they are.
 */
export function planUndo(record: UndoneRecord, rules: UndoRules): UndoPlan {
  const { id, changes, present, erased } = record
  const [first] = changes
  if (erased.has(id)) return skip('erased')
  if (!first) return skip('unreadable')
  if (!present) return skip('gone')
  const isRemoved = rules.removedAt !== null && (present[rules.removedAt] ?? null) !== null
  switch (first.action) {
    case 'delete': {
      const presence = record.later.some(({ action }) => presenceActions.includes(action))
      if (!isRemoved) return skip('unchanged')
      return presence ? skip('changed') : { kind: 'restore' }
    }
    case 'create':
    case 'restore': {
      const isCreated = first.action === 'create'
      if (isRemoved) return skip('unchanged')
      const fields = changedSince(record, present, rules, isCreated)
      if (fields === null) return skip('unreadable')
      return fields.length > 0 ? skip('changed', fields) : { kind: 'remove', isCreated }
    }
    default:
      return isRemoved ? skip('gone') : planUpdate(record, present, rules)
  }
}

function planUpdate({ changes, erased }: UndoneRecord, present: Row, rules: UndoRules): UndoPlan {
  if (!changes.every(({ before, after }) => isRecord(before) && isRecord(after))) return skip('unreadable')
  const before: Row = Object.assign({}, ...changes.toReversed().map(change => change.before))
  const after: Row = Object.assign({}, ...changes.map(change => change.after))
  const fields = Object.keys(rules.fields).filter(name => Object.hasOwn(before, name))
  const isReadable = (name: string) =>
    Object.hasOwn(after, name) && z.safeEncode(rules.fields[name] as z.ZodType, before[name] as never).success
  if (fields.length === 0 || !fields.every(isReadable)) return skip('unreadable')

  const is = (name: string, value: unknown) => isSame(rules.fields[name], present[name], value)
  const overwritten = fields.filter(name => !is(name, before[name]))
  const changed = overwritten.filter(name => !is(name, after[name]))
  if (changed.length > 0) return skip('changed', changed)
  if (overwritten.length === 0) return skip('unchanged')
  const isErased = (name: string) => rules.personFields.includes(name) && erased.has(before[name] as string)
  if (overwritten.some(isErased)) return skip('erased')
  return { kind: 'update', values: Object.fromEntries(overwritten.map(name => [name, before[name]])) }
}

/**
 * The fields of a created or restored record that were changed since; null if the log does not say. What a created
 * record received without a log entry, such as a device's first report, counts as a change; in a restored one it does
 * not, because devices go on reporting.
 */
function changedSince(
  { changes, later }: UndoneRecord,
  present: Row,
  { fields, unlogged }: UndoRules,
  isCreated: boolean,
): string[] | null {
  if (!changes.every(({ after }) => isRecord(after))) return null
  const after: Row = Object.assign({}, ...changes.map(change => change.after))
  const changed = new Set<string>()
  for (const [name, schema] of Object.entries(fields)) {
    const isUnlogged = unlogged.includes(name)
    if (isUnlogged && !isCreated) continue
    if (Object.hasOwn(after, name)) {
      if (!isSame(schema, present[name], after[name])) changed.add(name)
    } else if (isUnlogged && schema.safeParse(null).success && (present[name] ?? null) !== null) {
      changed.add(name)
    }
  }
  for (const { field, original, action } of later) {
    if (field === null) {
      if (!presenceActions.includes(action)) return null
    } else if (
      fields[field] &&
      !unlogged.includes(field) &&
      !isSame(fields[field], present[field], original)
    ) {
      changed.add(field)
    }
  }
  return [...changed]
}

/** Whether two values are the same; times in any notation. */
function isSame(schema: z.ZodType | undefined, one: unknown = null, other: unknown = null): boolean {
  if (schema && typeof one === 'string' && typeof other === 'string' && fieldKind(schema) === 'instant')
    return Date.parse(one) === Date.parse(other)
  return isDeepStrictEqual(one ?? null, other ?? null)
}
