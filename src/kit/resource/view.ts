import type { ListPreferences } from '#contract/platform/lists.ts'
import { type Filter, filterIn, parametersOf } from './filter.ts'
import { decodeGroups, encodeGroups, type Groups } from './groups.ts'
import type { Resource } from './resource.ts'

export interface Sort {
  field: string
  descending: boolean
}

/** All that decides what a list shows. The address holds it, and nothing else does. */
export interface View {
  filters: Readonly<Record<string, Filter>>
  /** What holds beside the filters; null when nothing more is asked. */
  groups: Groups | null
  /** What is searched for in every searchable field. */
  q: string
  /** Whether it shows what was removed instead of what is in place. */
  removed: boolean
  sort: readonly Sort[]
  /** From 1; lists that page by cursor stay at 1. */
  page: number
  size: number
  /** The cursor after which a page by cursor begins. */
  after: string | null
  /** Shown columns in their order, or null for the person's own choice. */
  columns: readonly string[] | null
  /** The rows' height, or null for the person's own choice. */
  density: ListPreferences['density'] | null
}

/** The heights that rows can have. */
const densities: readonly ListPreferences['density'][] = ['compact', 'roomy']

export const pageSizes = [25, 50, 100, 200] as const

type Facets = Pick<Resource, 'fields' | 'listing' | 'list'>

const sortOf = (text: string): Sort =>
  text.startsWith('-') ? { field: text.slice(1), descending: true } : { field: text, descending: false }
const sortText = (sort: readonly Sort[]) =>
  sort.map(({ field, descending }) => (descending ? `-${field}` : field)).join(',')

/** The part of a view that narrows nothing. */
export const allRows = { filters: {}, groups: null, q: '' } satisfies Partial<View>

/** The view that a bare address stands for. */
export const plainView = (of: Facets): View => ({
  ...allRows,
  removed: false,
  sort: of.list.sort.split(',').map(sortOf),
  page: 1,
  size: pageSizes[0],
  after: null,
  columns: null,
  density: null,
})

/**
 * The view as the address's search: filters under the API's own names (`battery_lte=20`), the rest with a leading
 * underscore. What is as in {@link plainView} is left out, so that a plain view has a plain address.
 */
export function encodeView(view: View, of: Facets): URLSearchParams {
  const plain = plainView(of)
  const search = new URLSearchParams()
  if (view.removed) search.set('removed', 'true')
  if (view.q) search.set('q', view.q)
  for (const [name, filter] of Object.entries(view.filters)) {
    for (const [key, value] of parametersOf(name, filter)) search.append(key, value)
  }
  if (view.groups) search.set('_where', encodeGroups(view.groups))
  if (sortText(view.sort) !== sortText(plain.sort)) search.set('_sort', sortText(view.sort))
  if (view.size !== plain.size) search.set('_size', String(view.size))
  if (view.columns) search.set('_columns', view.columns.join(','))
  if (view.density) search.set('_density', view.density)
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
    groups: decodeGroups(search.get('_where'), of),
    q: search.get('q') ?? '',
    removed: of.listing.removed === true && search.get('removed') === 'true',
    sort: sort.length ? sort : plain.sort,
    page: Number.isSafeInteger(page) && page > 0 && !of.listing.keyset ? page : plain.page,
    size: pageSizes.find(size => String(size) === search.get('_size')) ?? plain.size,
    after: (of.listing.keyset && search.get('_after')) || null,
    columns: columns.length ? columns : null,
    density: densities.find(density => density === search.get('_density')) ?? null,
  }
}

/** Whether anything narrows the rows. */
export const isNarrowed = (view: View) =>
  view.q !== '' || view.groups !== null || Object.keys(view.filters).length > 0
