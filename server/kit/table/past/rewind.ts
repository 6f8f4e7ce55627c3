import { z } from 'zod'
import { fieldMeta } from '#contract/kit/fields.ts'
import type { Row } from '../config.ts'

/** Actions that change records. Entries with other actions say nothing about a record's fields. */
export const changeActions = ['create', 'update', 'delete', 'restore', 'role_mapped'] as const

/** A change of a record, from the activity log. */
export interface LoggedChange {
  action: string
  timestamp: string
  /** The fields before the change; undefined if the entry has none, as for a removal that was reverted. */
  before: unknown
}

/** Stands for the fields of an entry whose text was erased, or is not what the server writes. */
export const unreadable = Symbol('unreadable')

export interface RewindRules {
  /** The fields whose changes are logged, with the schemas of their values. */
  logged: Readonly<Record<string, z.ZodType>>
  /** Fields that change without a log entry. */
  unlogged: readonly string[]
  /** Column with the time of removal, if removed rows are kept. */
  removedAt: string | null
}

/** A record as it was. */
export interface PastRecord {
  /** All columns; null where unknown. */
  values: Row
  unknown: ReadonlySet<string>
  /** Fields whose value is from the log. */
  stated: ReadonlySet<string>
}

/** `absent`: there was no such record. `lost`: the log no longer says. */
export type Rewound = PastRecord | 'absent' | 'lost'

const isRecord = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isAfter = (time: unknown, instant: string) => Date.parse(String(time)) > Date.parse(instant)

/** Fields that change with every write, without being logged. */
export const bookkeeping = ['version', 'updated_at']

/** Resources of people, whose data can be erased. */
const personResources = ['elderly', 'caregivers', 'family', 'admins']

/** The fields that refer to people. */
export const personFieldsOf = (shape: Readonly<Record<string, z.ZodType>>): string[] =>
  Object.entries(shape).flatMap(([name, schema]) =>
    personResources.includes(fieldMeta(schema).reference ?? '') ? [name] : [],
  )

/** The record while its changes are reverted. */
class Reverting {
  values: Row | null
  existence: 'present' | 'absent' | 'unclear'
  readonly unknown = new Set<string>()
  readonly stated = new Set<string>()
  readonly #rules: RewindRules

  constructor(present: Row | null, existence: 'present' | 'absent', rules: RewindRules) {
    this.values = present && { ...present }
    this.existence = existence
    this.#rules = rules
  }

  #forget(field: string): void {
    if (this.values) this.values[field] = null
    this.unknown.add(field)
    this.stated.delete(field)
  }

  /** An unreadable entry may have changed any field. */
  #forgetAll(): void {
    for (const field of Object.keys(this.#rules.logged)) if (field !== 'created_at') this.#forget(field)
  }

  #take(before: Row): void {
    for (const [field, schema] of Object.entries(this.#rules.logged)) {
      if (!Object.hasOwn(before, field)) continue
      const value = before[field]
      if (!this.values || !z.safeEncode(schema, value as never).success) {
        this.#forget(field)
        continue
      }
      this.values[field] = value
      this.unknown.delete(field)
      this.stated.add(field)
    }
  }

  revert({ action, before }: LoggedChange): void {
    const readable = isRecord(before) ? before : null
    switch (action) {
      case 'create':
        // Otherwise the time of creation decides.
        if (!this.values?.created_at) this.existence = 'absent'
        return
      case 'delete':
        this.existence = 'present'
        if (this.#rules.removedAt === null) {
          this.values = {}
          this.#forgetAll()
          this.#forget('created_at')
        }
        if (readable) this.#take(readable)
        return
      case 'restore':
        // Without values before, a removed record was restored. An unreadable entry may also be an earlier version.
        if (!readable) this.existence = before === undefined ? 'absent' : 'unclear'
        break
    }
    // An entry without values before changed none.
    if (readable) this.#take(readable)
    else if (before !== undefined) this.#forgetAll()
  }
}

/**
 * Reverts the changes of a record after an instant. What the log does not say is unknown, never guessed.
 * @param present the row as it is now, or null if it was deleted
 * @param changes all changes after the instant, newest first
 */
export function rewind(
  present: Row | null,
  changes: readonly LoggedChange[],
  instant: string,
  rules: RewindRules,
): Rewound {
  const { removedAt } = rules
  // Rows that are marked as removed stay; one that is gone was erased.
  if (!present && removedAt !== null) return 'lost'
  const mark = removedAt === null ? null : (present?.[removedAt] ?? null)
  const exists = present !== null && (mark === null || isAfter(mark, instant))
  const record = new Reverting(present, exists ? 'present' : 'absent', rules)
  for (const change of changes) record.revert(change)
  const { values, unknown, stated, existence } = record
  if (existence === 'absent') return 'absent'
  if (existence === 'unclear' || !values) return 'lost'
  if (values.created_at === null || values.created_at === undefined) return 'lost'
  if (isAfter(values.created_at, instant)) return 'absent'
  const isUntouched = changes.length === 0 && !isAfter(values.updated_at, instant)
  for (const field of [...rules.unlogged, ...(isUntouched ? [] : bookkeeping)]) unknown.add(field)
  for (const field of unknown) values[field] = null
  if (removedAt !== null) values[removedAt] = null
  return { values, unknown, stated }
}

/** A deleted record as it was before its deletion; null if the log no longer says. */
export function rewindDeletion(changes: readonly LoggedChange[], rules: RewindRules): Row | null {
  const at = changes.findIndex(({ action }) => action === 'delete')
  const deletion = changes[at]
  if (!deletion) return null
  const record = rewind(null, [deletion], deletion.timestamp, rules)
  return typeof record === 'string' ? null : record.values
}
