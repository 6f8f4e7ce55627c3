import { type FieldKind, unwrapSchema } from '#contract/kit/fields.ts'
import { choicesOf, type Field, type Resource } from './resource.ts'
import type { View } from './view.ts'

/** A field of a list that is shown with a view. */
export interface ListOfField {
  of: Resource
  view: View
  field: Field
}

/** Lengths of time before now, resolved by the API when it reads a query. */
export const spans = ['1h', '2h', '6h', '24h', '7d', '30d', '90d', '365d'] as const
export type Span = (typeof spans)[number]

/** A filter on one field. `last` means within a span before now, `before` longer ago than that. Bounds as typed: a number, a day (YYYY-MM-DD) or an instant. */
export type Filter =
  | { by: 'is' | 'not'; values: readonly string[] }
  | { by: 'between'; from?: string; to?: string }
  | { by: 'last' | 'before'; span: Span }
  | { by: 'has'; text: string }

/** Filter operators by field kind, the most likely first. */
export const operatorsByKind: Record<FieldKind, readonly Filter['by'][]> = {
  enum: ['is', 'not'],
  id: ['is', 'not'],
  boolean: ['is'],
  number: ['between', 'is', 'not'],
  instant: ['last', 'before', 'between'],
  day: ['last', 'before', 'between'],
  text: ['has', 'is', 'not'],
  list: [],
  object: [],
}

/** Filter operators of one field; identifiers have no ranges, and computed values are only compared. */
export function operatorsOf({ kind, view, isComputed }: Field): readonly Filter['by'][] {
  if (isComputed) return ['is']
  return view.exact ? ['is', 'not'] : operatorsByKind[kind]
}

const suffix = {
  is: '',
  not: '_ne',
  from: '_gte',
  to: '_lte',
  has: '_like',
  last: '_last',
  before: '_before',
} as const
/** Encodes a filter as URL parameters: the API's names, plus `_last` and `_before` for relative ranges. */
export function* encodeFilter(name: string, filter: Filter): Generator<[string, string]> {
  switch (filter.by) {
    case 'is':
    case 'not':
      for (const value of filter.values) yield [name + suffix[filter.by], value]
      return
    case 'between':
      if (filter.from !== undefined) yield [name + suffix.from, filter.from]
      if (filter.to !== undefined) yield [name + suffix.to, filter.to]
      return
    case 'last':
    case 'before':
      yield [name + suffix[filter.by], filter.span]
      return
    case 'has':
      yield [name + suffix.has, filter.text]
  }
}

const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text))
const isDayOrInstant = (text: string) =>
  /^\d{4}-\d\d-\d\d(T.+Z)?$/.test(text) && !Number.isNaN(Date.parse(text))

/** Whether a text is a valid value of the field. */
function isValidValue(field: Field, value: string): boolean {
  if (value === '') return false
  const choices = choicesOf(field)
  if (choices.length) return choices.includes(value)
  if (field.kind === 'number') return isNumber(value)
  if (field.kind === 'id') return unwrapSchema(field.schema).safeParse(value).success
  if (field.kind === 'instant' || field.kind === 'day') return isDayOrInstant(value)
  return true
}

/** Decodes a field's filter from URL parameters; invalid values are ignored. */
export function decodeFilter(search: URLSearchParams, field: Field): Filter | undefined {
  const endOf = (end: keyof typeof suffix) => {
    const value = search.get(field.name + suffix[end])
    return value !== null && isValidValue(field, value) ? value : undefined
  }
  for (const by of operatorsOf(field)) {
    if (by === 'is' || by === 'not') {
      const values = [...new Set(search.getAll(field.name + suffix[by]))].filter(value =>
        isValidValue(field, value),
      )
      if (values.length) return { by, values }
    } else if (by === 'between') {
      const [from, to] = [endOf('from'), endOf('to')]
      if (from !== undefined || to !== undefined) {
        return { by, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
      }
    } else if (by === 'last' || by === 'before') {
      const span = spans.find(span => span === search.get(field.name + suffix[by]))
      if (span) return { by, span }
    } else {
      const text = search.get(field.name + suffix.has)
      if (text) return { by, text }
    }
  }
  return undefined
}
