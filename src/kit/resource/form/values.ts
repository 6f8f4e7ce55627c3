import type { Field, Row } from '../resource.ts'

/** Form values by field; undefined means empty. */
export type Values = Record<string, unknown>
type Fields = ReadonlyMap<string, Field>

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Formats an instant for a `datetime-local` input, in local time, to the minute. */
function onClock(instant: string): string {
  const date = new Date(instant)
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-')
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

function toFormValue({ kind }: Field, value: unknown): unknown {
  if (value === null || value === '') return undefined
  return kind === 'instant' && typeof value === 'string' ? onClock(value) : value
}

/** A record as form values. */
export const formValuesOf = (row: Values, fields: Fields): Values =>
  Object.fromEntries([...fields.values()].map(field => [field.name, toFormValue(field, row[field.name])]))

/** Converts an input value to what the API expects; undefined if empty. */
export function parseInput({ kind }: Field, value: unknown): unknown {
  const trimmed = typeof value === 'string' ? value.trim() : value
  if (trimmed === '' || trimmed === null || trimmed === undefined) return undefined
  return kind === 'instant' ? new Date(trimmed as string).toISOString() : trimmed
}

/** Sorts the keys of objects, whose order the database does not keep. */
const sorted = (_key: string, value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null, sorted) === JSON.stringify(other ?? null, sorted)

/** Fields whose value differs from the initial one. */
export const changedFields = (first: Values, now: Values, fields: Fields): Field[] =>
  [...fields.values()].filter(
    field => !isSame(parseInput(field, first[field.name]), parseInput(field, now[field.name])),
  )

/** Initial values of a new record: empty, switches off. */
export const blankValues = (fields: Fields): Values =>
  Object.fromEntries(
    [...fields.values()].map(({ name, kind }) => [name, kind === 'boolean' ? false : undefined]),
  )

/** Fields with a value. */
export const filledFields = (now: Values, fields: Fields): Field[] =>
  [...fields.values()].filter(field => parseInput(field, now[field.name]) !== undefined)

/** Request body for these fields; emptied fields are sent as null. */
export const bodyOf = (now: Values, fields: Iterable<Field>): Values =>
  Object.fromEntries([...fields].map(field => [field.name, parseInput(field, now[field.name]) ?? null]))

/** Search parameter with the id of the record to duplicate. */
export const duplicateParameter = 'from'

/** Initial values of a duplicate: everything except unique fields. */
export const duplicateValues = (model: Row, fields: ReadonlyMap<string, Field>): Values =>
  formValuesOf(model, new Map([...fields].filter(([, { unique }]) => !unique)))

export type Side = 'mine' | 'theirs'

/** A field that both sides changed, with the values that the API would be sent. */
export interface Difference {
  field: Field
  mine: unknown
  theirs: unknown
}
