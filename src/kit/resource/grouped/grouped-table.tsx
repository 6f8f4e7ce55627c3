import { useInfiniteQuery } from '@tanstack/react-query'
import { flexRender, type Table } from '@tanstack/react-table'
import { type CSSProperties, type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListPreferences } from '#contract/platform/lists.ts'
import { Button } from '../../button.tsx'
import { useCurrentUser } from '../../current-user.ts'
import { useFormat } from '../../format.ts'
import { useLiveStatus } from '../../live-status.ts'
import type { GroupBy } from '../group-by.ts'
import type { Labels } from '../labels.ts'
import { nameWhole } from '../list/column-layout.tsx'
import styles from '../list/row-table.module.css'
import { HeaderCell, SkeletonRows } from '../list/row-table.tsx'
import { pollIntervalMs } from '../list/use-list-table.tsx'
import type { Field, Resource, Row } from '../resource.ts'
import type { View } from '../view.ts'
import { type GroupedList, keyOf, loadGroupPage } from './group-queries.ts'
import { GroupSection } from './group-section.tsx'
import grouped from './grouped.module.css'
import { useTreeKeys } from './use-tree-keys.ts'

interface GroupedTableProps {
  of: Resource
  view: View
  /** The list's table: its columns and their layout. */
  table: Table<Row>
  density: ListPreferences['density']
  title: string
  labels: Labels
  onResize: (widths: Record<string, number>) => void
  /** Action of each row. Such rows do not open. */
  act?: (row: Row) => ReactNode
}

/** A list as groups of rows that open and close: a treegrid, and cards on narrow screens. */
export function GroupedTable({ of, view, table, density, title, labels, onResize, act }: GroupedTableProps) {
  const { t } = useTranslation(['lists', 'kit', 'common'])
  const { time_zone: zone } = useCurrentUser()
  const { number } = useFormat()
  const list: GroupedList = useMemo(
    () => ({ of, view: { ...view, groupBy: view.groupBy as GroupBy }, zone }),
    [of, view, zone],
  )
  const columns = table.getVisibleLeafColumns().flatMap((column): readonly Field[] => {
    const field = of.fields.get(column.id)
    return field ? [field] : []
  })
  const names = columns.map(({ name }) => name)
  const { data, isError, isPending, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: keyOf(list, names),
    queryFn: ({ pageParam, signal }) => loadGroupPage(list, columns, pageParam, signal),
    initialPageParam: 0,
    refetchInterval: useLiveStatus(of.name) === 'live' ? false : pollIntervalMs,
    getNextPageParam: ({ total }, pages) => {
      const loaded = pages.reduce((sum, { groups }) => sum + groups.length, 0)
      return loaded < total && pages.at(-1)?.groups.length ? loaded : undefined
    },
  })
  // A group that moved to another page while it was loaded is there twice.
  const groups = [
    ...new Map(data?.pages.flatMap(({ groups }) => groups).map(group => [group.value, group])).values(),
  ]
  const total = Math.max(data?.pages.at(-1)?.total ?? 0, groups.length)
  const body = useRef<HTMLTableSectionElement>(null)
  const keys = useTreeKeys(body)
  const [open, setOpen] = useState<ReadonlySet<string | null>>(new Set())
  const toggle = (value: string | null) => {
    const next = new Set(open)
    if (!next.delete(value)) next.add(value)
    setOpen(next)
  }
  const width = columns.length + (of.list.expand ? 1 : 0) + (act ? 1 : 0)

  if (isError)
    return (
      <div className={grouped.notice} role="alert">
        <p>{t('lists:failed')}</p>
        <Button onClick={() => void refetch()}>{t('common:retry')}</Button>
      </div>
    )
  return (
    <div className={`${styles.scroller} ${styles[density]}`} aria-busy={isPending}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a treegrid is made of a table
        role="treegrid"
        className={styles.table}
        data-fixed={Object.keys(table.getState().columnSizing).length > 0 || undefined}
        style={{ '--width': `${table.getTotalSize()}px` } as CSSProperties}
        onPointerOver={nameWhole}
      >
        <caption className="spoken">{title}</caption>
        <thead className={styles.head}>
          {table.getHeaderGroups().map(row => (
            <tr key={row.id}>
              {of.list.expand && (
                <th className={styles.opener}>
                  <span className="spoken">{t('kit:list.details')}</span>
                </th>
              )}
              {row.headers.map(header => (
                <HeaderCell key={header.id} header={header} onResize={onResize}>
                  {flexRender(header.column.columnDef.header, header.getContext())}
                </HeaderCell>
              ))}
              {act && (
                <th className={styles.act}>
                  <span className="spoken">{t('kit:list.actions')}</span>
                </th>
              )}
            </tr>
          ))}
        </thead>
        <tbody ref={body} onKeyDown={keys.onKeyDown}>
          {isPending && <SkeletonRows columns={width} />}
          {groups.map((group, at) => (
            <GroupSection
              key={String(group.value)}
              list={list}
              group={group}
              position={at + 1}
              total={total}
              columns={columns}
              table={table}
              labels={labels}
              isOpen={open.has(group.value)}
              toggle={() => toggle(group.value)}
              keys={keys}
              {...(act && { act })}
            />
          ))}
          {groups.length < total && (
            <tr>
              <td colSpan={width} className={grouped.more}>
                <Button variant="quiet" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  {t('lists:moreGroups', { shown: number(groups.length), total: number(total) })}
                </Button>
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}
