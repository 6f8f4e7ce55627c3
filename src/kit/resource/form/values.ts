import type { Field } from '../resource.ts'

/** What a form holds, by field; nothing typed is undefined. */
export type Values = Record<string, unknown>
type Fields = ReadonlyMap<string, Field>

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** An instant as `datetime-local` inputs hold it: on this device's clock, to the minute. */
function onClock(instant: string): string {
  const date = new Date(instant)
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-')
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

function inForm({ kind }: Field, value: unknown): unknown {
  if (value === null || value === '') return undefined
  return kind === 'instant' && typeof value === 'string' ? onClock(value) : value
}

/** A record as its form holds it. */
export const formValuesOf = (row: Values, fields: Fields): Values =>
  Object.fromEntries([...fields.values()].map(field => [field.name, inForm(field, row[field.name])]))

/** What was typed as the API takes it; undefined where nothing was. */
export function typed({ kind }: Field, value: unknown): unknown {
  const trimmed = typeof value === 'string' ? value.trim() : value
  if (trimmed === '' || trimmed === null || trimmed === undefined) return undefined
  return kind === 'instant' ? new Date(trimmed as string).toISOString() : trimmed
}

export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** The fields whose typed value is another than at first; what was changed and changed back is not among them. */
export const changedFields = (first: Values, now: Values, fields: Fields): Field[] =>
  [...fields.values()].filter(
    field => !isSame(typed(field, first[field.name]), typed(field, now[field.name])),
  )

/** What the form of a new record holds at first: nothing, but a switch is off. */
export const blankValues = (fields: Fields): Values =>
  Object.fromEntries(
    [...fields.values()].map(({ name, kind }) => [name, kind === 'boolean' ? false : undefined]),
  )

/** The fields for which something was typed. */
export const filledFields = (now: Values, fields: Fields): Field[] =>
  [...fields.values()].filter(field => typed(field, now[field.name]) !== undefined)

/** The body of a call that sends these fields: one that was emptied is sent as null. */
export const bodyOf = (now: Values, fields: Iterable<Field>): Values =>
  Object.fromEntries([...fields].map(field => [field.name, typed(field, now[field.name]) ?? null]))
