import { bare, type FieldKind } from '#contract/kit/fields.ts'
import { choicesOf, type Field } from './resource.ts'

/** Spans that end now. */
export const spans = ['1h', '24h', '7d', '30d', '90d', '365d'] as const
export type Span = (typeof spans)[number]

/** What one field is narrowed to. Bounds are as typed: a number, a day (YYYY-MM-DD) or an instant. */
export type Filter =
  | { by: 'is' | 'not'; values: readonly string[] }
  | { by: 'between'; from?: string; to?: string }
  | { by: 'last'; span: Span }
  | { by: 'has'; text: string }

/** How a field of each kind can be narrowed, the likeliest first; what the API can answer is all there is. */
export const waysToFilter: Record<FieldKind, readonly Filter['by'][]> = {
  enum: ['is', 'not'],
  id: ['is', 'not'],
  boolean: ['is'],
  number: ['between', 'is', 'not'],
  instant: ['last', 'between'],
  day: ['last', 'between'],
  text: ['has', 'is', 'not'],
  list: [],
  object: [],
}

/** {@link waysToFilter} for one field: what identifies something has no range. */
export const waysOf = ({ kind, view }: Field): readonly Filter['by'][] =>
  view.exact ? ['is', 'not'] : waysToFilter[kind]

const suffix = { is: '', not: '_ne', from: '_gte', to: '_lte', has: '_like', last: '_last' } as const
/** A filter under the names that it has in an address: those of the API, and `_last` for a span. */
export function* parametersOf(name: string, filter: Filter): Generator<[string, string]> {
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
      yield [name + suffix.last, filter.span]
      return
    case 'has':
      yield [name + suffix.has, filter.text]
  }
}

const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text))
const isMoment = (text: string) => /^\d{4}-\d\d-\d\d(T.+Z)?$/.test(text) && !Number.isNaN(Date.parse(text))

/** Whether a text can stand for a value of the field. */
function fits(field: Field, value: string): boolean {
  if (value === '') return false
  const choices = choicesOf(field)
  if (choices.length) return choices.includes(value)
  if (field.kind === 'number') return isNumber(value)
  if (field.kind === 'id') return bare(field.schema).safeParse(value).success
  if (field.kind === 'instant' || field.kind === 'day') return isMoment(value)
  return true
}

/** The filter on a field that parameters stand for; what they say amiss is passed over. */
export function filterIn(search: URLSearchParams, field: Field): Filter | undefined {
  const one = (end: keyof typeof suffix) => {
    const value = search.get(field.name + suffix[end])
    return value !== null && fits(field, value) ? value : undefined
  }
  for (const by of waysOf(field)) {
    if (by === 'is' || by === 'not') {
      const values = [...new Set(search.getAll(field.name + suffix[by]))].filter(value => fits(field, value))
      if (values.length) return { by, values }
    } else if (by === 'between') {
      const [from, to] = [one('from'), one('to')]
      if (from !== undefined || to !== undefined) {
        return { by, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
      }
    } else if (by === 'last') {
      const span = spans.find(span => span === search.get(field.name + suffix.last))
      if (span) return { by, span }
    } else {
      const text = search.get(field.name + suffix.has)
      if (text) return { by, text }
    }
  }
  return undefined
}
