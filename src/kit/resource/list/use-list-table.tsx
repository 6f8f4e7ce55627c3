import type { GetListResponse } from '@refinedev/core'
import { useTable } from '@refinedev/react-table'
import { keepPreviousData } from '@tanstack/react-query'
import type { ColumnDef, SortingState, Table } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import type { FieldKind } from '#contract/kit/fields.ts'
import { urlOf } from '#contract/kit/wire.ts'
import { useCurrentUser } from '../../current-user.ts'
import { earlyReply } from '../../early-responses.ts'
import { useLiveStatus } from '../../live-status.ts'
import type { Labels } from '../labels.ts'
import { listDataOf, listQueryOf, listRequestOf } from '../list-query.ts'
import { choicesOf, type Field, type Resource, type Row } from '../resource.ts'
import type { RequestError, Rows } from '../rows.ts'
import { Value } from '../value.tsx'
import type { Sort, View } from '../view.ts'

/** Minimum column width in pixels; remaining space is shared proportionally. */
const widths: Record<FieldKind, number> = {
  enum: 96,
  boolean: 80,
  number: 72,
  instant: 168,
  day: 104,
  id: 120,
  list: 120,
  object: 160,
  text: 120,
}

/** The same for values that are shown with a bar, or in words. */
const drawnWidths: { [kind in FieldKind]?: number } = { number: 104, instant: 154 }

/** What is longer is cut, so that one long option does not push the other columns out of sight. */
const maxWidth = 208

/** Estimated width of a text in pixels: 6.5 per letter, 12 per East Asian character, plus `around` for what frames it. */
const textWidth = (text: string, around: number) =>
  Math.min(
    [...text].reduce((width, letter) => width + (letter > '\u2e7f' ? 12 : 6.5), around),
    maxWidth,
  )

/** Pixels around a text: the padding of its cell, and a badge or the arrow of the order. */
const around = { plain: 28, framed: 44 } as const

const widthOf = (of: Resource, field: Field, labels: Labels) => {
  const options = field.kind === 'enum' ? choicesOf(field) : []
  const usual = [
    (field.view.show && drawnWidths[field.kind]) ?? widths[field.kind],
    ...options.map(value =>
      textWidth(labels.option(field.name, value), around[field.view.show ? 'framed' : 'plain']),
    ),
  ]
  return Math.max(
    field.name === of.title && of.api.show ? 164 : 0,
    textWidth(labels.field(field.name), around.framed),
    ...(field.view.width ? [field.view.width] : usual),
  )
}

/** One column per field; the table state controls visibility. */
export const columnsOf = (of: Resource, labels: Labels): ColumnDef<Row>[] =>
  [...of.fields.values()].map(field => {
    const label = labels.field(field.name)
    return {
      id: field.name,
      accessorFn: row => row[field.name],
      header: label,
      cell: ({ getValue, row }) => (
        <Value field={field} value={getValue()} labels={labels} row={row.original} />
      ),
      size: widthOf(of, field, labels),
      enableSorting: of.listing.sort.includes(field.name),
      meta: { label, number: field.kind === 'number' && !field.view.show },
    }
  })

declare module '@tanstack/react-table' {
  interface ColumnMeta<TData, TValue> {
    label: string
    /** Right-aligned, so that digits line up. */
    number: boolean
  }
  interface TableMeta<TData> {
    /** Sets what changes the loaded rows before they are shown: some stay in the list while they are edited. */
    amendRows?: (amend: ((rows: readonly Row[]) => readonly Row[]) | undefined) => void
  }
}

/** Poll interval in milliseconds while there are no live updates. */
export const pollIntervalMs = 30_000

interface ListTable {
  of: Resource
  view: View
  columns: readonly string[]
  /** Widths of columns in pixels; the others have their own. */
  widths?: Readonly<Record<string, number>>
  /** Columns that stay in view. */
  pinned?: readonly string[]
  labels: Labels
  sortBy: (sort: readonly Sort[]) => void
  /** False while the view is about to be replaced by another. */
  enabled?: boolean
}

const noWidths = {}
const noColumns: readonly string[] = []

const sortingOf = (sort: readonly Sort[]): SortingState =>
  sort.map(({ field, descending }) => ({ id: field, desc: descending }))

/**
 * Loads and lays out the rows of a view; the previous rows stay visible while the next ones load. The URL is the only
 * state: Refine's table would keep filters, order and page in its own state and follow the URL one render late, so
 * all three are off there, and the request is passed in `meta`.
 */
export function useListTable({
  of,
  view,
  columns,
  widths = noWidths,
  pinned = noColumns,
  labels,
  sortBy,
  enabled = true,
}: ListTable): {
  rows: Rows
  table: Table<Row>
} {
  const { time_zone } = useCurrentUser()
  const request = useMemo(
    () => listRequestOf(view, of.filterFields, time_zone),
    [view, of.filterFields, time_zone],
  )
  const definitions: ColumnDef<Row>[] = useMemo(() => columnsOf(of, labels), [of, labels])
  const state = useMemo(
    () => ({
      sorting: sortingOf(view.sort),
      columnOrder: [...columns],
      columnSizing: { ...widths },
      columnPinning: { left: pinned.filter(name => columns.includes(name)) },
      columnVisibility: Object.fromEntries([...of.fields.keys()].map(name => [name, columns.includes(name)])),
    }),
    [of, view.sort, columns, widths, pinned],
  )
  const isLive = useLiveStatus(of.name) === 'live'
  const [amend, setAmend] = useState<(rows: readonly Row[]) => readonly Row[]>()
  const select = useMemo(
    () => amend && ((list: GetListResponse<Row>) => ({ ...list, data: [...amend(list.data)] })),
    [amend],
  )
  const {
    reactTable: table,
    refineCore: { tableQuery: query },
  } = useTable<Row, RequestError>({
    columns: definitions,
    state,
    getRowId: row => row.id,
    meta: { amendRows: amend => setAmend(() => amend) },
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
      meta: { request },
      errorNotification: false,
      queryOptions: {
        ...(enabled &&
          earlyReply(
            () => urlOf(of.api.list, { query: listQueryOf(request, of.listing) } as object),
            reply => listDataOf(reply, of.listing) as GetListResponse<Row>,
          )),
        enabled,
        ...(select && { select }),
        placeholderData: keepPreviousData,
        refetchInterval: isLive ? false : pollIntervalMs,
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
      omitted: Number(data?.omitted ?? 0),
      isPlaceholder: query.isPlaceholderData,
      query,
    },
  }
}
