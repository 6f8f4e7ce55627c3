import type { GroupPeriod, RowGroups } from '#contract/kit/row-groups.ts'
import { measureOf } from '#contract/kit/row-groups.ts'
import { call } from '../../call.ts'
import { startOfDay } from '../day.ts'
import type { GroupBy } from '../group-by.ts'
import { loadGroups, selectionQueryOf } from '../list/facets.ts'
import { listRequestOf } from '../list-query.ts'
import type { Field, Resource, Row } from '../resource.ts'
import type { View } from '../view.ts'

/** Groups, and rows of a group, that are loaded at once. */
export const pageSize = 50

/** A list as it is grouped. */
export interface GroupedList {
  of: Resource
  view: View & { groupBy: GroupBy }
  /** The user's IANA time zone. */
  zone: string
}

/** Columns that groups summarize. */
export const summarized = (field: Field): boolean =>
  field.kind === 'instant' ||
  field.kind === 'day' ||
  (field.kind === 'number' && measureOf(field.schema) !== undefined)

/** The query key of what is read from a list: live changes of the resource in its last place refetch it. */
export const keyOf = ({ of, view, zone }: GroupedList, ...further: unknown[]) => {
  const { filters, groups, q, removed, groupBy } = view
  return ['call', 'GET', 'groups', { filters, groups, q, removed, groupBy, zone, further }, of.name]
}

/** Loads a page of groups, with what they sum up of the columns. */
export function loadGroupPage(
  list: GroupedList,
  columns: readonly Field[],
  start: number,
  signal: AbortSignal,
): Promise<RowGroups> {
  const { of, view, zone } = list
  const measures = columns.filter(summarized).map(({ name }) => name)
  const { field, period } = view.groupBy
  const query = {
    ...selectionQueryOf(view, { of }, zone),
    _by: field,
    ...(period && { _period: period, _zone: zone }),
    ...(measures.length > 0 && { _measures: measures.join(',') }),
    _start: start,
    _end: start + pageSize,
  }
  return loadGroups({ of }, query, signal)
}

/** The day after a period that begins on a day (YYYY-MM-DD). */
export function endOfPeriod(day: string, period: GroupPeriod): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (period === 'month') date.setUTCMonth(date.getUTCMonth() + 1)
  else date.setUTCDate(date.getUTCDate() + (period === 'week' ? 7 : 1))
  return date.toISOString().slice(0, 10)
}

const dayMs = 86_400_000

/** The filter condition of a group's rows, as in `_where`. */
export function conditionOf(
  { of, view, zone }: GroupedList,
  value: string | null,
): Record<string, string | string[]> {
  const { field: name, period } = view.groupBy
  const kind = of.fields.get(name)?.kind
  if (value === null) return { [`${name}_null`]: 'true' }
  if (!period) return { [name]: kind === 'boolean' ? value : [value] }
  const end = endOfPeriod(value, period)
  if (kind === 'day') {
    const last = new Date(Date.parse(`${end}T00:00:00Z`) - dayMs).toISOString().slice(0, 10)
    return { [`${name}_gte`]: value, [`${name}_lte`]: last }
  }
  return {
    [`${name}_gte`]: startOfDay(value, zone).toISOString(),
    [`${name}_lte`]: new Date(startOfDay(end, zone).getTime() - 1).toISOString(),
  }
}

/** A page of a group's rows, and where the next one begins. */
export interface RowPage {
  rows: Row[]
  total: number
  next: string | number | null
}

/**
 * Loads rows of a group in the order of the list.
 * @param from number of rows before the page; for lists paged by cursor, the cursor of the page
 */
export async function loadRowPage(
  list: GroupedList,
  value: string | null,
  from: string | number,
  signal: AbortSignal,
): Promise<RowPage> {
  const { of, view, zone } = list
  const { rows: key, keyset } = of.listing
  const query = selectionQueryOf(view, { of }, zone)
  const where = JSON.parse((query._where as string | undefined) ?? '{}') as { and?: unknown[] }
  const { sorters } = listRequestOf(view, of.filterFields, zone)
  const start = typeof from === 'number' ? from : 0
  const reply = (await call(of.api.list, {
    query: {
      ...query,
      _where: JSON.stringify({ ...where, and: [...(where.and ?? []), conditionOf(list, value)] }),
      _sort: sorters.map(({ field }) => field).join(','),
      _order: sorters.map(({ order }) => order).join(','),
      _start: start,
      _end: start + pageSize,
      ...(typeof from === 'string' && { _after: from }),
    } as never,
    signal,
  })) as { total: number; next?: string | null } & Record<string, unknown>
  const rows = reply[key] as Row[]
  const isLast = start + rows.length >= reply.total || rows.length === 0
  return {
    rows,
    total: reply.total,
    next: keyset ? (reply.next ?? null) : isLast ? null : start + rows.length,
  }
}
