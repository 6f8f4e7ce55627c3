import type {
  BaseRecord,
  ConditionalFilter,
  CrudFilter,
  CrudSort,
  LogicalFilter,
  MetaQuery,
  Pagination,
} from '@refinedev/core'
import { generateFilter, generateSort } from '@refinedev/simple-rest'
import type { Language } from '#contract/kit/language.ts'
import type { Format, Listing } from '#contract/kit/listing.ts'
import { startOfDay } from './day.ts'
import type { Filter } from './filter.ts'
import { type FilterGroups, isGroup } from './filter-groups.ts'
import { asOfParameter } from './past/as-of.ts'
import type { Field, Resource } from './resource.ts'
import type { View } from './view.ts'

const hour = 3_600_000

/** A bound as the API expects it: for instants, a day means the whole day in the user's time zone. */
function bound(text: string, end: 'from' | 'to', kind: Field['kind'], zone: string): string {
  if (kind !== 'instant' || text.length > 10) return text
  if (end === 'from') return startOfDay(text, zone).toISOString()
  const next = new Date(Date.parse(text) + 24 * hour).toISOString().slice(0, 10)
  return new Date(startOfDay(next, zone).getTime() - 1).toISOString()
}

function* filtersOf(field: Field, filter: Filter, zone: string): Generator<LogicalFilter> {
  const { name, kind } = field
  switch (filter.by) {
    case 'is':
      yield { field: name, operator: 'in', value: filter.values }
      return
    case 'not':
      yield { field: name, operator: 'ne', value: filter.values }
      return
    case 'has':
      yield { field: name, operator: 'contains', value: filter.text }
      return
    case 'last':
      yield { field: name, operator: 'gte', value: `-${filter.span}` }
      return
    case 'before':
      yield { field: name, operator: 'lte', value: `-${filter.span}` }
      return
    case 'between':
      if (filter.from !== undefined) {
        yield { field: name, operator: 'gte', value: bound(filter.from, 'from', kind, zone) }
      }
      if (filter.to !== undefined) {
        yield { field: name, operator: 'lte', value: bound(filter.to, 'to', kind, zone) }
      }
  }
}

/** Converts groups to Refine's filters. */
function groupOf(
  { match, of }: FilterGroups,
  fields: ReadonlyMap<string, Field>,
  zone: string,
): ConditionalFilter {
  const value = of.flatMap((part): CrudFilter | CrudFilter[] => {
    if (isGroup(part)) return groupOf(part, fields, zone)
    const field = fields.get(part.field)
    const bounds = field ? [...filtersOf(field, part.filter, zone)] : []
    return bounds.length > 1 ? { operator: 'and', value: bounds } : bounds
  })
  return { operator: match === 'all' ? 'and' : 'or', value }
}

/** A request to the data provider. */
export interface ListRequest {
  filters: CrudFilter[]
  sorters: CrudSort[]
  pagination: Pagination
  meta: MetaQuery
}

/** Converts a view to Refine's terms. `zone` is the user's IANA time zone. */
export function listRequestOf(view: View, fields: ReadonlyMap<string, Field>, zone: string): ListRequest {
  const filters: CrudFilter[] = Object.entries(view.filters).flatMap(([name, filter]) => {
    const field = fields.get(name)
    return field ? [...filtersOf(field, filter, zone)] : []
  })
  if (view.groups) filters.push(groupOf(view.groups, fields, zone))
  if (view.removed) filters.push({ field: 'removed', operator: 'eq', value: 'true' })
  if (view.asOf) filters.push({ field: asOfParameter, operator: 'eq', value: view.asOf })
  if (view.q) filters.push({ field: 'q', operator: 'contains', value: view.q })
  return {
    filters,
    sorters: view.sort.map(({ field, descending }) => ({ field, order: descending ? 'desc' : 'asc' })),
    pagination: { currentPage: view.page, pageSize: view.size, mode: 'server' },
    meta: view.after ? { after: view.after } : {},
  }
}

const isGrouped = (filter: CrudFilter): filter is ConditionalFilter => !('field' in filter)

/** Encodes a filter for `_where` with as few levels as possible: the API supports two. */
function whereOf(filter: CrudFilter): Record<string, unknown> {
  if (!isGrouped(filter)) return generateFilter([filter])
  const { operator, value } = filter
  const [only, ...others] = value
  if (only && others.length === 0) return whereOf(only)
  const joined = { [operator]: value.map(whereOf) }
  if (operator === 'or' || value.some(isGrouped)) return joined
  // Combine AND conditions into one object, unless two share a name.
  const merged = Object.assign({}, ...value.map(whereOf))
  return Object.keys(merged).length === value.length ? merged : joined
}

/** Operators that simple-rest and the API support; simple-rest would send others as equality. */
const known: readonly string[] = ['eq', 'in', 'ne', 'gte', 'lte', 'contains', 'and', 'or']

/**
 * Query parameters of a list request, by simple-rest's conventions, with groups in `_where`.
 * @throws for operators that the API does not support
 */
export function listQueryOf(
  { filters = [], sorters = [], pagination, meta }: Partial<ListRequest>,
  listing: Pick<Listing, 'keyset'>,
): Record<string, unknown> {
  const groups = filters.filter(isGrouped)
  const unknown = filters.find(({ operator }) => !known.includes(operator))
  if (unknown) throw new Error(`The API has no filter operator "${unknown.operator}"`)
  const { currentPage = 1, pageSize = 25, mode = 'server' } = pagination ?? {}
  const sort = generateSort(sorters)
  const start = listing.keyset ? 0 : (currentPage - 1) * pageSize
  return {
    ...generateFilter(filters.filter(filter => !isGrouped(filter))),
    ...(groups.length > 0 && { _where: JSON.stringify(whereOf({ operator: 'and', value: groups })) }),
    ...(sort && { _sort: sort._sort.join(','), _order: sort._order.join(',') }),
    ...(mode === 'server' && { _start: start, _end: start + pageSize }),
    ...(meta?.after !== undefined && { _after: meta.after }),
  }
}

/** A list's reply in Refine's terms. */
export function listDataOf(reply: unknown, { rows }: Partial<Pick<Listing, 'rows'>>) {
  const { [rows ?? '']: data, ...rest } = reply as Record<string, unknown>
  return { data: data as BaseRecord[], ...(rest as { total: number }) }
}

/** Query parameters of an export: all rows of a view, or the selected ones. */
export function exportQueryOf(
  view: View,
  columns: readonly string[],
  { filterFields, listing }: Pick<Resource, 'filterFields' | 'listing'>,
  zone: string,
  { format, language, ids }: { format: Format; language?: Language; ids?: readonly string[] },
): Record<string, unknown> {
  const { filters, sorters } = listRequestOf(view, filterFields, zone)
  const query = listQueryOf({ filters, sorters, pagination: { mode: 'off' } }, listing)
  return {
    ...query,
    ...(ids && { id: ids }),
    _format: format,
    _columns: columns.join(','),
    ...(language && { _language: language }),
  }
}
