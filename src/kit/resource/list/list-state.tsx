import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import ExclamationCircleOutlined from '@ant-design/icons/ExclamationCircleOutlined'
import FilterOutlined from '@ant-design/icons/FilterOutlined'
import InboxOutlined from '@ant-design/icons/InboxOutlined'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { errorDetail } from '../../call.ts'
import { dataTime } from '../../data-age.ts'
import { EmptyState } from '../../empty-state.tsx'
import { useFormat } from '../../format.ts'
import type { Labels } from '../labels.ts'
import type { Rows } from '../rows.ts'
import { unfiltered, type View } from '../view.ts'
import styles from './list-state.module.css'
import type { ListStatus } from './list-status.ts'

interface ListStateProps {
  rows: Rows
  look: ListStatus
  labels: Labels
  change: (part: Partial<View>) => void
}

/** Empty and error states of a list, or a notice above stale rows. */
export function ListState({ rows: { query }, look, labels, change }: ListStateProps) {
  const { t } = useTranslation(['kit', 'common'])
  const format = useFormat()
  const retry = (
    <Button pending={query.isFetching} onClick={() => void query.refetch()}>
      {t('common:retry')}
    </Button>
  )
  const detail = errorDetail(query.error)
  switch (look) {
    case 'failed':
      return (
        <EmptyState
          tone="bad"
          icon={<ExclamationCircleOutlined />}
          title={labels.text('failed')}
          role="alert"
          actions={retry}
        >
          {detail || t('common:networkError')}
        </EmptyState>
      )
    case 'empty':
      return (
        <EmptyState icon={<InboxOutlined />} title={labels.text('empty')} role="status">
          {labels.text('emptyHint')}
        </EmptyState>
      )
    case 'no match':
      return (
        <EmptyState
          icon={<FilterOutlined />}
          title={t('list.noMatch')}
          role="status"
          actions={<Button onClick={() => change(unfiltered)}>{t('filter.clear')}</Button>}
        >
          {t('list.noMatchHint')}
        </EmptyState>
      )
    case 'past the end':
      return (
        <EmptyState
          icon={<InboxOutlined />}
          title={t('list.pastEnd')}
          role="status"
          actions={<Button onClick={() => change({})}>{t('list.firstPage')}</Button>}
        />
      )
    default:
      return query.isRefetchError ? (
        <div className={styles.stale} role="status">
          <ExclamationCircleOutlined aria-hidden />
          <span>
            <strong>{t('common:dataFrom', { time: format.time(dataTime(query)) })}</strong>{' '}
            {t('common:refreshFailed')}
          </span>
          {retry}
        </div>
      ) : null
  }
}

/** Shown when there are no deleted records. */
export function RemovedEmpty() {
  const { t } = useTranslation('kit')
  return (
    <EmptyState icon={<DeleteOutlined />} title={t('restore.empty')} role="status">
      {t('restore.emptyHint')}
    </EmptyState>
  )
}
