import { useTable } from '@refinedev/react-table'
import { keepPreviousData } from '@tanstack/react-query'
import type { ColumnDef, SortingState, Table } from '@tanstack/react-table'
import { useMemo } from 'react'
import { useCaller } from '../../caller.ts'
import { useLiveness } from '../../liveness.ts'
import type { Labels } from '../labels.ts'
import type { Resource, Row } from '../resource.ts'
import type { Failure, Rows } from '../rows.ts'
import type { Sort, View } from '../view.ts'
import { questionOf } from '../wire.ts'
import { columnsOf } from './columns.tsx'

/** How often a list is read again while the server does not tell of its changes, in milliseconds. */
const pollEvery = 30_000

interface ListTable {
  of: Resource
  view: View
  columns: readonly string[]
  labels: Labels
  sortBy: (sort: readonly Sort[]) => void
}

const sortingOf = (sort: readonly Sort[]): SortingState =>
  sort.map(({ field, descending }) => ({ id: field, desc: descending }))

/**
 * Reads the rows that a view stands for and lays them out; the rows shown last stay until the next ones are there.
 *
 * The address is the only state. Refine's table would keep filters, order and page in a state of its own, and follow
 * a change of the address one render late, so each of the three is off there: the whole question goes by `meta`, and
 * what is pressed goes to the address.
 */
export function useListTable({ of, view, columns, labels, sortBy }: ListTable): {
  rows: Rows
  table: Table<Row>
} {
  const { time_zone } = useCaller()
  const question = useMemo(() => questionOf(view, of.fields, time_zone), [view, of.fields, time_zone])
  const definitions: ColumnDef<Row>[] = useMemo(() => columnsOf(of, labels), [of, labels])
  const state = useMemo(
    () => ({
      sorting: sortingOf(view.sort),
      columnOrder: [...columns],
      columnVisibility: Object.fromEntries([...of.fields.keys()].map(name => [name, columns.includes(name)])),
    }),
    [of, view.sort, columns],
  )
  const isLive = useLiveness(of.name) === 'live'
  const {
    reactTable: table,
    refineCore: { tableQuery: query },
  } = useTable<Row, Failure>({
    columns: definitions,
    state,
    getRowId: row => row.id,
    manualSorting: true,
    manualFiltering: true,
    sortDescFirst: false,
    onSortingChange: change => {
      const after = typeof change === 'function' ? change(state.sorting) : change
      sortBy(after.map(({ id, desc }) => ({ field: id, descending: desc })))
    },
    refineCoreProps: {
      resource: of.name,
      syncWithLocation: false,
      filters: { mode: 'off' },
      sorters: { mode: 'off' },
      pagination: { mode: 'off' },
      meta: { question },
      errorNotification: false,
      queryOptions: {
        enabled: true,
        placeholderData: keepPreviousData,
        refetchInterval: isLive ? false : pollEvery,
      },
    },
  })
  const { data } = query
  return {
    table,
    rows: {
      rows: data?.data,
      total: data?.total ?? 0,
      estimated: data?.total_is_estimate === true,
      next: data?.next ?? null,
      turning: query.isPlaceholderData,
      query,
    },
  }
}
