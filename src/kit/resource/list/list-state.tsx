import ExclamationCircleOutlined from '@ant-design/icons/ExclamationCircleOutlined'
import FilterOutlined from '@ant-design/icons/FilterOutlined'
import InboxOutlined from '@ant-design/icons/InboxOutlined'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { reasonOf } from '../../call.ts'
import { useFormat } from '../../format.ts'
import { Notice } from '../../notice.tsx'
import type { Labels } from '../labels.ts'
import type { Rows } from '../rows.ts'
import { allRows, type View } from '../view.ts'
import styles from './list-state.module.css'
import type { Look } from './look.ts'

interface ListStateProps {
  rows: Rows
  look: Look
  labels: Labels
  change: (part: Partial<View>) => void
}

/** What is said in place of the rows, or above rows that could not be read anew. */
export function ListState({ rows: { query }, look, labels, change }: ListStateProps) {
  const { t } = useTranslation(['kit', 'common'])
  const format = useFormat()
  const retry = (
    <Button pending={query.isFetching} onClick={() => void query.refetch()}>
      {t('common:retry')}
    </Button>
  )
  const said = reasonOf(query.error)
  switch (look) {
    case 'failed':
      return (
        <Notice
          tone="bad"
          icon={<ExclamationCircleOutlined />}
          title={labels.text('failed')}
          role="alert"
          actions={retry}
        >
          {said || t('common:networkError')}
        </Notice>
      )
    case 'empty':
      return (
        <Notice icon={<InboxOutlined />} title={labels.text('empty')} role="status">
          {labels.text('emptyHint')}
        </Notice>
      )
    case 'no match':
      return (
        <Notice
          icon={<FilterOutlined />}
          title={t('list.noMatch')}
          role="status"
          actions={<Button onClick={() => change(allRows)}>{t('filter.clear')}</Button>}
        >
          {t('list.noMatchHint')}
        </Notice>
      )
    case 'past the end':
      return (
        <Notice
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
            <strong>{t('common:dataFrom', { time: format.time(query.dataUpdatedAt) })}</strong>{' '}
            {t('common:refreshFailed')}
          </span>
          {retry}
        </div>
      ) : null
  }
}
