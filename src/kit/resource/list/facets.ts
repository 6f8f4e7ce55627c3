import type { QueryClient } from '@tanstack/react-query'
import { maxGroupCap, maxGroupValues, type RowGroups, rowGroupsEndpoint } from '#contract/kit/row-groups.ts'
import { call } from '../../call.ts'
import type { ListOfField } from '../filter.ts'
import { listQueryOf, listRequestOf } from '../list-query.ts'
import { type RecordOption, recordNameQuery, shortId } from '../reference.tsx'
import type { View } from '../view.ts'

/** A choice's number of rows. */
export interface FacetCount {
  count: number
  /** Whether there are more than that. */
  isMinimum: boolean
}

/** What each choice of a filter would give under the other filters. */
export interface Facet {
  counts: ReadonlyMap<string, FacetCount>
  /** Whether a choice that is not counted has no rows. */
  isComplete: boolean
  /** The records that rows refer to, if they are few. */
  records: readonly RecordOption[]
}

/** Most records that are offered before one searches. */
const maxRecords = 20
/** More than any field has choices. */
const maxValues = 100

/** The query of a view's rows without page and order; `zone` is the user's IANA time zone. */
export function selectionQueryOf(view: View, { of }: Pick<ListOfField, 'of'>, zone: string) {
  const { filters } = listRequestOf(view, of.filterFields, zone)
  return listQueryOf({ filters, pagination: { mode: 'off' } }, of.listing)
}

/** Asks the server for the groups of a list's rows. */
export const loadGroups = (
  { of }: Pick<ListOfField, 'of'>,
  query: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<RowGroups> => call(rowGroupsEndpoint(of.name, of.api.list), { query, ...(signal && { signal }) })

/**
 * Counts the rows of each choice of a field's filter, under all other filters of the view. Lists that only grow are
 * counted up to a bound.
 * @param zone the user's time zone
 * @throws as `call`
 */
export async function loadFacet(
  { of, view, field }: ListOfField,
  { zone, queries, signal }: { zone: string; queries: QueryClient; signal: AbortSignal },
): Promise<Facet> {
  const { [field.name]: _, ...filters } = view.filters
  const { choices } = field.view
  const listed = choices
    ? await queries.fetchQuery({
        queryKey: ['choices', field.name, choices],
        queryFn: choices,
        staleTime: 60_000,
      })
    : []
  const query = {
    ...selectionQueryOf({ ...view, filters }, { of }, zone),
    _by: field.name,
    _end: maxValues,
    ...(of.listing.keyset && { _cap: maxGroupCap }),
    ...(of.listing.keyset && listed.length > 0 && { _values: listed.slice(0, maxGroupValues).join(',') }),
  }
  const { groups, total } = await loadGroups({ of }, query, signal)
  // Counts for only some of the records would suggest that the others have no rows.
  const isPartial = field.reference !== undefined && total > groups.length
  const counted = (isPartial ? [] : groups).flatMap(({ value, count, is_minimum }) =>
    value === null ? [] : [[value, { count, isMinimum: is_minimum }] as const],
  )
  const isComplete = total <= groups.length && groups.every(({ is_minimum }) => !is_minimum)
  const ids = field.reference && total <= maxRecords ? counted.map(([id]) => id) : []
  const records = await Promise.all(
    ids.map(async (id): Promise<RecordOption> => {
      const named = queries.fetchQuery(recordNameQuery(field.reference ?? '', id))
      // A record that the user may not see has no name, in the rows as well.
      return { value: id, label: (await named.catch(() => null)) ?? shortId(id) }
    }),
  )
  return { counts: new Map(counted), isComplete, records }
}
