import { bare, type FieldKind } from '#contract/fields.ts'
import { choicesOf, type Field, type Resource } from './resource.ts'

/** Spans that end now. */
export const spans = ['1h', '24h', '7d', '30d', '90d', '365d'] as const
export type Span = (typeof spans)[number]

/** What one field is narrowed to. Bounds are as typed: a number, a day (YYYY-MM-DD) or an instant. */
export type Filter =
  | { by: 'is' | 'not'; values: readonly string[] }
  | { by: 'between'; from?: string; to?: string }
  | { by: 'last'; span: Span }
  | { by: 'has'; text: string }

export interface Sort {
  field: string
  descending: boolean
}

/** All that decides what a list shows. The address holds it, and nothing else does. */
export interface View {
  filters: Readonly<Record<string, Filter>>
  /** What is searched for in every searchable field. */
  q: string
  sort: readonly Sort[]
  /** From 1; lists that page by cursor stay at 1. */
  page: number
  size: number
  /** The cursor after which a page by cursor begins. */
  after: string | null
  /** Shown columns in their order, or null for the person's own choice. */
  columns: readonly string[] | null
}

export const pageSizes = [25, 50, 100, 200] as const

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
type Facets = Pick<Resource, 'fields' | 'listing' | 'list'>

const sortOf = (text: string): Sort =>
  text.startsWith('-') ? { field: text.slice(1), descending: true } : { field: text, descending: false }
const sortText = (sort: readonly Sort[]) =>
  sort.map(({ field, descending }) => (descending ? `-${field}` : field)).join(',')

/** The view that a bare address stands for. */
export const plainView = (of: Facets): View => ({
  filters: {},
  q: '',
  sort: of.list.sort.split(',').map(sortOf),
  page: 1,
  size: pageSizes[0],
  after: null,
  columns: null,
})

function* parametersOf(name: string, filter: Filter): Generator<[string, string]> {
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

function filterIn(search: URLSearchParams, field: Field): Filter | undefined {
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

/**
 * The view as the address's search: filters under the API's own names (`battery_lte=20`), the rest with a leading
 * underscore. What is as in {@link plainView} is left out, so that a plain view has a plain address.
 */
export function encodeView(view: View, of: Facets): URLSearchParams {
  const plain = plainView(of)
  const search = new URLSearchParams()
  if (view.q) search.set('q', view.q)
  for (const [name, filter] of Object.entries(view.filters)) {
    for (const [key, value] of parametersOf(name, filter)) search.append(key, value)
  }
  if (sortText(view.sort) !== sortText(plain.sort)) search.set('_sort', sortText(view.sort))
  if (view.size !== plain.size) search.set('_size', String(view.size))
  if (view.columns) search.set('_columns', view.columns.join(','))
  if (view.after) search.set('_after', view.after)
  if (view.page !== plain.page) search.set('_page', String(view.page))
  return search
}

/** The view that an address stands for; what it says amiss is passed over, so that no link is a dead end. */
export function decodeView(search: URLSearchParams, of: Facets): View {
  const plain = plainView(of)
  const filters: Record<string, Filter> = {}
  for (const name of of.listing.filter) {
    const field = of.fields.get(name)
    const filter = field && filterIn(search, field)
    if (filter) filters[name] = filter
  }
  const sort = (search.get('_sort') ?? '')
    .split(',')
    .map(sortOf)
    .filter(({ field }) => of.listing.sort.includes(field))
  const columns = (search.get('_columns') ?? '').split(',').filter(name => of.fields.has(name))
  const page = Number(search.get('_page'))
  return {
    filters,
    q: search.get('q') ?? '',
    sort: sort.length ? sort : plain.sort,
    page: Number.isSafeInteger(page) && page > 0 && !of.listing.keyset ? page : plain.page,
    size: pageSizes.find(size => String(size) === search.get('_size')) ?? plain.size,
    after: (of.listing.keyset && search.get('_after')) || null,
    columns: columns.length ? columns : null,
  }
}

/** Whether anything narrows the rows. */
export const isNarrowed = (view: View) => view.q !== '' || Object.keys(view.filters).length > 0
