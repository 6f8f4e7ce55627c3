import { columnWidths, type ListPreferences } from '#contract/platform/lists.ts'
import { decodeFilter, encodeFilter, type Filter } from './filter.ts'
import { decodeGroups, encodeGroups, type FilterGroups } from './filter-groups.ts'
import { decodeGroupBy, encodeGroupBy, type GroupBy } from './group-by.ts'
import { asOfParameter, readAsOf } from './past/as-of.ts'
import type { Resource } from './resource.ts'

export interface Sort {
  field: string
  descending: boolean
}

/** Everything that determines what a list shows. Kept only in the URL. */
export interface View {
  filters: Readonly<Record<string, Filter>>
  /** Filter groups, in addition to the filters. */
  groups: FilterGroups | null
  /** Full-text search. */
  q: string
  /** Whether deleted records are shown. */
  removed: boolean
  /** The instant as of which the list is shown; null for now. */
  asOf: string | null
  sort: readonly Sort[]
  /** What the rows are grouped by; null for a plain list. */
  groupBy: GroupBy | null
  /** From 1; always 1 for lists paged by cursor. */
  page: number
  size: number
  /** Cursor of the page. */
  after: string | null
  /** Visible columns in order, or null for the user's preference. */
  columns: readonly string[] | null
  /** Row height, or null for the user's preference. */
  density: ListPreferences['density'] | null
  /** Widths of columns in pixels, or null for the user's preference. */
  widths: Readonly<Record<string, number>> | null
  /** Columns that stay in view, or null for the user's preference. */
  pinned: readonly string[] | null
}

const densities: readonly ListPreferences['density'][] = ['compact', 'roomy']

export const pageSizes = [25, 50, 100, 200] as const

type ViewResource = Pick<Resource, 'fields' | 'filterFields' | 'listing' | 'list'>

const sortOf = (text: string): Sort =>
  text.startsWith('-') ? { field: text.slice(1), descending: true } : { field: text, descending: false }
const sortText = (sort: readonly Sort[]) =>
  sort.map(({ field, descending }) => (descending ? `-${field}` : field)).join(',')

/** A view without any filter. */
export const unfiltered = { filters: {}, groups: null, q: '' } satisfies Partial<View>

/** The view of a bare URL. */
export const defaultView = (of: ViewResource): View => ({
  ...unfiltered,
  removed: false,
  asOf: null,
  sort: of.list.sort.split(',').map(sortOf),
  groupBy: null,
  page: 1,
  size: pageSizes[0],
  after: null,
  columns: null,
  density: null,
  widths: null,
  pinned: null,
})

/**
 * Encodes a view as URL parameters: filters under the API's names (`battery_lte=20`), everything else with a leading
 * underscore. Defaults are omitted.
 */
export function encodeView(view: View, of: ViewResource): URLSearchParams {
  const plain = defaultView(of)
  const search = new URLSearchParams()
  if (view.removed) search.set('removed', 'true')
  if (view.asOf) search.set(asOfParameter, view.asOf)
  if (view.q) search.set('q', view.q)
  for (const [name, filter] of Object.entries(view.filters)) {
    for (const [key, value] of encodeFilter(name, filter)) search.append(key, value)
  }
  if (view.groups) search.set('_where', encodeGroups(view.groups))
  if (sortText(view.sort) !== sortText(plain.sort)) search.set('_sort', sortText(view.sort))
  if (view.groupBy) search.set('_group', encodeGroupBy(view.groupBy))
  if (view.size !== plain.size) search.set('_size', String(view.size))
  if (view.columns) search.set('_columns', view.columns.join(','))
  if (view.density) search.set('_density', view.density)
  if (view.widths)
    search.set(
      '_widths',
      Object.entries(view.widths)
        .map(pair => pair.join(':'))
        .join(','),
    )
  if (view.pinned) search.set('_pinned', view.pinned.join(','))
  if (view.after) search.set('_after', view.after)
  if (view.page !== plain.page) search.set('_page', String(view.page))
  return search
}

/** `name:240,status:120` as widths by column; null without the parameter. */
function decodeWidths(text: string | null, of: ViewResource): View['widths'] {
  if (text === null) return null
  const pairs = text.split(',').map(pair => pair.split(':'))
  const widths = pairs.flatMap(([name = '', digits = '']) => {
    const width = /^\d{2,4}$/.test(digits) ? Number(digits) : 0
    return of.fields.has(name) && width >= columnWidths.min && width <= columnWidths.max
      ? [[name, width] as const]
      : []
  })
  return widths.length > 0 || text === '' ? Object.fromEntries(widths) : null
}

/** Decodes a view; invalid parameters are ignored. */
export function decodeView(search: URLSearchParams, of: ViewResource): View {
  const plain = defaultView(of)
  const filters: Record<string, Filter> = {}
  for (const [name, field] of of.filterFields) {
    const filter = decodeFilter(search, field)
    if (filter) filters[name] = filter
  }
  const sort = (search.get('_sort') ?? '')
    .split(',')
    .map(sortOf)
    .filter(({ field }) => of.listing.sort.includes(field))
  const columnsOf = (text: string) => text.split(',').filter(name => of.fields.has(name))
  const columns = columnsOf(search.get('_columns') ?? '')
  const pinnedText = search.get('_pinned')
  const pinned = columnsOf(pinnedText ?? '')
  const page = Number(search.get('_page'))
  return {
    filters,
    groups: decodeGroups(search.get('_where'), of),
    q: search.get('q') ?? '',
    removed: of.listing.removed === true && search.get('removed') === 'true' && !readAsOf(search, of),
    asOf: readAsOf(search, of),
    sort: sort.length ? sort : plain.sort,
    groupBy: decodeGroupBy(search.get('_group'), of),
    page: Number.isSafeInteger(page) && page > 0 && !of.listing.keyset ? page : plain.page,
    size: pageSizes.find(size => String(size) === search.get('_size')) ?? plain.size,
    after: (of.listing.keyset && search.get('_after')) || null,
    columns: columns.length ? columns : null,
    density: densities.find(density => density === search.get('_density')) ?? null,
    widths: decodeWidths(search.get('_widths'), of),
    pinned: pinned.length || pinnedText === '' ? pinned : null,
  }
}

/** Whether anything filters the rows. */
export const isFiltered = (view: View) =>
  view.q !== '' || view.groups !== null || Object.keys(view.filters).length > 0
