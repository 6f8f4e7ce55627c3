import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { ButtonLink } from '../../button.tsx'
import { useCanCall } from '../../current-user.ts'
import { QueryState } from '../../query-state.tsx'
import { declarationOf } from '../../registry.ts'
import type { CreateState } from '../form/create-screen.tsx'
import { formFieldsOf } from '../form/input-kind.ts'
import { useLabels } from '../labels.ts'
import { ListState } from '../list/list-state.tsx'
import { listStatusOf } from '../list/list-status.ts'
import { Pager } from '../list/pager.tsx'
import { RowTable } from '../list/row-table.tsx'
import { useListSettings } from '../list/use-list-settings.ts'
import { useListTable } from '../list/use-list-table.tsx'
import type { RelatedList } from '../related.ts'
import type { Resource } from '../resource.ts'
import { defaultView, encodeView, type View } from '../view.ts'
import styles from './related-rows.module.css'

interface RelatedRowsProps {
  related: RelatedList
  /** The record they belong to. */
  id: string
}

/** A related list, filtered by the record. */
export function RelatedRows({ related, id }: RelatedRowsProps) {
  const { t } = useTranslation('kit')
  const declaration = useQuery({
    queryKey: ['declaration', related.name],
    queryFn: () => declarationOf(related.name),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <QueryState of={declaration} failed={t('show.failed')}>
      {of => <List of={of} related={related} id={id} />}
    </QueryState>
  )
}

function List({ of, related: { by, text }, id }: RelatedRowsProps & { of: Resource }) {
  const { t } = useTranslation('kit')
  const labels = useLabels(of.name)
  const may = useCanCall()
  const { pathname, search } = useLocation()
  // An assignment belongs to the organization of its people, which its form does not ask for.
  const isOwner = by === 'organization_id'
  const { preferences } = useListSettings(of.name)
  const [view, go] = useState<View>(() => ({
    ...defaultView(of),
    filters: { [by]: { by: 'is', values: [id] } },
  }))
  const change = (part: Partial<View>) => go({ ...view, page: 1, after: null, ...part })
  const columns = useMemo(() => of.list.columns.filter(name => name !== by), [of, by])
  const { rows, table } = useListTable({ of, view, columns, labels, sortBy: sort => change({ sort }) })
  // The only filter is the record itself, so no rows means empty rather than no match.
  const look = listStatusOf(rows, { ...view, filters: {} })
  return (
    <section className={styles.related} aria-label={text}>
      {of.api.create && may(of.api.create) && (isOwner || formFieldsOf(of.api.create.body, of).has(by)) && (
        <div className={styles.actions}>
          <ButtonLink
            icon={<PlusOutlined />}
            to={`${of.path}/create?${new URLSearchParams({ [by]: id })}`}
            state={{ back: `${pathname}${search}` } satisfies CreateState}
          >
            {labels.text('create')}
          </ButtonLink>
        </div>
      )}
      <ListState rows={rows} look={look} labels={labels} change={change} />
      {(look === 'rows' || look === 'loading') && (
        <RowTable
          of={of}
          table={table}
          loading={look === 'loading'}
          turning={rows.isPlaceholder}
          density={preferences.density}
          title={text}
        />
      )}
      {look === 'rows' && (
        <div className={styles.foot}>
          <ButtonLink variant="quiet" to={`${of.path}?${encodeView(view, of)}`}>
            {t('show.openList')}
          </ButtonLink>
          <Pager of={of} view={view} rows={rows} go={go} />
        </div>
      )}
    </section>
  )
}
