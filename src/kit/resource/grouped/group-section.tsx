import DownOutlined from '@ant-design/icons/DownOutlined'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getCoreRowModel, type Table, useReactTable } from '@tanstack/react-table'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { RowGroup } from '#contract/kit/row-groups.ts'
import { Button } from '../../button.tsx'
import { useFormat } from '../../format.ts'
import { useLiveStatus } from '../../live-status.ts'
import type { Labels } from '../labels.ts'
import styles from '../list/row-table.module.css'
import { TableRow } from '../list/table-row.tsx'
import { pollIntervalMs } from '../list/use-list-table.tsx'
import type { Field, Row } from '../resource.ts'
import { GroupName, Summary } from './group-name.tsx'
import { type GroupedList, keyOf, loadRowPage } from './group-queries.ts'
import grouped from './grouped.module.css'
import type { TreeKeys } from './use-tree-keys.ts'

interface GroupSectionProps {
  list: GroupedList
  group: RowGroup
  /** From 1. */
  position: number
  /** Number of groups. */
  total: number
  columns: readonly Field[]
  table: Table<Row>
  labels: Labels
  isOpen: boolean
  toggle: () => void
  keys: TreeKeys
  act?: (row: Row) => ReactNode
}

/** The row of a group and, while it is open, its rows. */
export function GroupSection(props: GroupSectionProps) {
  const { list, group, position, total, columns, labels, isOpen, toggle, keys, act } = props
  const { t } = useTranslation('lists')
  const format = useFormat()
  const summed = columns.map(({ name }) => name in group.measures || name in group.ranges)
  // The name takes the columns up to the next that is summed up.
  const next = summed.indexOf(true, 1)
  const lead = next === -1 ? columns.length : next
  const extra = list.of.list.expand ? 1 : 0
  return (
    <>
      <tr
        className={`${styles.row} ${grouped.group}`}
        aria-level={1}
        aria-expanded={isOpen}
        aria-posinset={position}
        aria-setsize={total}
        onClick={event => (event.target as Element).closest('a') === null && toggle()}
        {...keys.row(`group ${group.value}`)}
      >
        <td colSpan={lead + extra} className={grouped.name}>
          <span className={grouped.heading}>
            <DownOutlined className={grouped.arrow} aria-hidden />
            <GroupName list={list} value={group.value} labels={labels} />
            <span className={grouped.count}>
              <span className="spoken">{t('rows', { count: group.count })}</span>
              <span aria-hidden>{format.number(group.count)}</span>
            </span>
            {summed[0] && <Summary field={columns[0] as Field} group={group} labels={labels} />}
          </span>
        </td>
        {columns.slice(lead).map(field => {
          const isSummed = field.name in group.measures || field.name in group.ranges
          return (
            <td key={field.name} {...(isSummed && { 'data-label': labels.field(field.name) })}>
              {isSummed && <Summary field={field} group={group} labels={labels} />}
            </td>
          )
        })}
        {act && <td />}
      </tr>
      {isOpen && <GroupRows {...props} />}
    </>
  )
}

/** The place of a row in its group, instead of the one in the whole list, of which only a part is known. */
const inGroup = (at: number, total: number) => ({
  'aria-rowindex': undefined,
  'aria-level': 2,
  'aria-posinset': at + 1,
  'aria-setsize': total,
})

function GroupRows({ list, group, columns, table, keys, act }: GroupSectionProps) {
  const { t } = useTranslation(['lists', 'common'])
  const { number } = useFormat()
  const { data, isError, isPending, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: keyOf(list, list.view.sort, group.value),
      queryFn: ({ pageParam, signal }) => loadRowPage(list, group.value, pageParam, signal),
      initialPageParam: 0 as string | number,
      refetchInterval: useLiveStatus(list.of.name) === 'live' ? false : pollIntervalMs,
      getNextPageParam: ({ next }) => next,
    })
  // A row that moved to another page while it was loaded is there twice. The table resets itself with every new array.
  const loaded = useMemo(
    () => [...new Map(data?.pages.flatMap(({ rows }) => rows).map(row => [row.id, row])).values()],
    [data],
  )
  const total = Math.max(data?.pages.at(-1)?.total ?? group.count, loaded.length)
  const { settle } = keys
  useEffect(settle)
  const { rows } = useReactTable({
    data: loaded,
    columns: table.options.columns,
    state: table.getState(),
    getRowId: row => row.id,
    getCoreRowModel: getCoreRowModel(),
    manualSorting: true,
    autoResetAll: false,
  }).getRowModel()
  const width = columns.length + (list.of.list.expand ? 1 : 0) + (act ? 1 : 0)
  return (
    <>
      {rows.map((row, at) => (
        <TableRow
          key={row.id}
          of={list.of}
          row={row}
          layout={table.getState().columnSizing}
          index={at}
          measure={() => {}}
          selecting={undefined}
          editing={false}
          asOf={null}
          {...inGroup(at, total)}
          {...(act && { act })}
          {...keys.row(`row ${group.value} ${row.id}`)}
        />
      ))}
      {(isPending || isError || hasNextPage) && (
        <tr>
          <td colSpan={width} className={grouped.more} role={isError ? 'alert' : undefined}>
            {isPending && <span className={grouped.waiting}>{t('lists:loading')}</span>}
            {isError && (
              <>
                {t('lists:failed')} <Button onClick={() => void refetch()}>{t('common:retry')}</Button>
              </>
            )}
            {!isError && hasNextPage && (
              <Button variant="quiet" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('lists:moreRows', { shown: number(rows.length), total: number(total) })}
              </Button>
            )}
          </td>
        </tr>
      )}
    </>
  )
}
