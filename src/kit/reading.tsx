import ExclamationCircleOutlined from '@ant-design/icons/ExclamationCircleOutlined'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Refused, reasonOf } from './call.ts'
import { useFormat } from './format.ts'
import { Notice } from './notice.tsx'
import styles from './reading.module.css'
import { Skeleton } from './skeleton.tsx'

interface ReadingProps<Data> {
  of: UseQueryResult<Data>
  /** What to say when it could not be read; the server's own text goes before it. */
  failed: string
  /** Shown while the first answer is awaited; of the content's own height, so that nothing jumps. */
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

/**
 * What was read, or why it is not there: loading, failed with a retry, and read earlier but not refreshed look
 * different, and none of them looks empty.
 */
export function Reading<Data>({ of, failed, skeleton = <Skeleton />, children }: ReadingProps<Data>) {
  const { t } = useTranslation()
  const format = useFormat()
  const said = reasonOf(of.error)
  const retry = (
    <Button pending={of.isFetching} onClick={() => void of.refetch()}>
      {t('retry')}
    </Button>
  )
  if (of.data === undefined) {
    if (!of.error) return skeleton
    return (
      <Notice tone="bad" icon={<ExclamationCircleOutlined />} title={failed} role="alert" actions={retry}>
        {said || t(of.error instanceof Refused ? 'unexpected' : 'networkError')}
      </Notice>
    )
  }
  return (
    <>
      {of.isRefetchError && (
        <div className={styles.stale} role="status">
          <ExclamationCircleOutlined aria-hidden />
          <span>
            <strong>{t('dataFrom', { time: format.time(of.dataUpdatedAt) })}</strong> {t('refreshFailed')}
          </span>
          {retry}
        </div>
      )}
      {children(of.data)}
    </>
  )
}
