import ExclamationCircleOutlined from '@ant-design/icons/ExclamationCircleOutlined'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { ApiError, errorDetail } from './call.ts'
import { dataTime } from './data-age.ts'
import { EmptyState } from './empty-state.tsx'
import { useFormat } from './format.ts'
import styles from './query-state.module.css'
import { Skeleton } from './skeleton.tsx'

interface ReadingProps<Data> {
  of: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'isRefetchError' | 'dataUpdatedAt'> & {
    refetch: () => Promise<unknown>
  }
  /** Title when loading failed; the server's own text follows. */
  failed: string
  /** Shown on first load; matches the content's height to avoid layout shift. */
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

/** Renders query data, or its loading, error or stale state, none of which looks like an empty result. */
export function QueryState<Data>({ of, failed, skeleton = <Skeleton />, children }: ReadingProps<Data>) {
  const { t } = useTranslation()
  const format = useFormat()
  const detail = errorDetail(of.error)
  const retry = (
    <Button pending={of.isFetching} onClick={() => void of.refetch()}>
      {t('retry')}
    </Button>
  )
  if (of.data === undefined) {
    if (!of.error) return skeleton
    return (
      <EmptyState tone="bad" icon={<ExclamationCircleOutlined />} title={failed} role="alert" actions={retry}>
        {detail || t(of.error instanceof ApiError ? 'unexpected' : 'networkError')}
      </EmptyState>
    )
  }
  return (
    <>
      {of.isRefetchError && (
        <div className={styles.stale} role="status">
          <ExclamationCircleOutlined aria-hidden />
          <span>
            <strong>{t('dataFrom', { time: format.time(dataTime(of)) })}</strong> {t('refreshFailed')}
          </span>
          {retry}
        </div>
      )}
      {children(of.data)}
    </>
  )
}
