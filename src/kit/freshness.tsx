import ReloadOutlined from '@ant-design/icons/ReloadOutlined'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { dataTime } from './data-age.ts'
import { useFormat } from './format.ts'
import styles from './freshness.module.css'

type RefreshableQuery = Pick<UseQueryResult, 'dataUpdatedAt' | 'isFetching'> & {
  data?: unknown
  refetch: () => Promise<unknown>
}

interface FreshnessProps {
  of: RefreshableQuery
  /** Shows the button alone on narrow screens; the time remains for screen readers. */
  shrinks?: boolean
}

/** The time that data shows, with a refresh button. */
export function Freshness({ of, shrinks = false }: FreshnessProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <span className={shrinks ? `${styles.freshness} ${styles.shrinking}` : styles.freshness}>
      <span className="numbers" data-unread={of.dataUpdatedAt === 0 || undefined}>
        {t('updatedAt', { time: format.time(dataTime(of) || Date.now()) })}
      </span>
      <Button
        variant="quiet"
        icon={<ReloadOutlined spin={of.isFetching} />}
        aria-label={t('refresh')}
        title={t('refresh')}
        onClick={() => void of.refetch()}
      />
    </span>
  )
}
