import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rateLimits } from '#contract/platform/rate-limits.ts'
import { Button } from '#kit/button.tsx'
import { errorDetail } from '#kit/call.ts'
import { Callout } from '#kit/callout.tsx'
import { EmptyState } from '#kit/empty-state.tsx'
import { Checkbox } from '#kit/field.tsx'
import { useFormat } from '#kit/format.ts'
import { Freshness } from '#kit/freshness.tsx'
import { Page } from '#kit/page.tsx'
import { Panel } from '#kit/panel.tsx'
import { Skeleton } from '#kit/skeleton.tsx'
import { useCall } from '#kit/use-call.ts'
import { Counters } from './counters.tsx'
import { EndpointList } from './endpoint-list.tsx'
import styles from './rate-limits.module.css'
import { ViolationsTable } from './violations-table.tsx'

/** Refetch interval in milliseconds while auto-refresh is on. */
const interval = 30_000
const limit = 50

/** Combines both queries of the screen so that they refetch together. */
function useMonitoring(auto: boolean) {
  const fresh = auto ? { refetchIntervalMs: interval } : {}
  const status = useCall(rateLimits.status, {}, fresh)
  const violations = useCall(rateLimits.violations, { query: { limit } }, fresh)
  return {
    status,
    violations,
    error: status.error ?? violations.error,
    dataUpdatedAt: Math.min(status.dataUpdatedAt, violations.dataUpdatedAt),
    isFetching: status.isFetching || violations.isFetching,
    refetch: () => Promise.all([status.refetch(), violations.refetch()]),
  }
}

export function Component() {
  const { t } = useTranslation(['rate-limits', 'navigation', 'common'])
  const format = useFormat()
  const [auto, setAuto] = useState(true)
  const { status, violations, error, ...reading } = useMonitoring(auto)
  const refetch = () => void reading.refetch()
  return (
    <Page
      title={t('navigation:screens.rateLimits')}
      lead={t('lead')}
      freshness={<Freshness of={reading} />}
      actions={
        <Checkbox
          label={t('auto')}
          name="auto"
          checked={auto}
          onChange={event => setAuto(event.target.checked)}
        />
      }
    >
      {error && (
        <Callout tone="bad" role="alert">
          <div className={styles.banner}>
            <div>
              <strong>{t('banner')}</strong>
              <p>{errorDetail(error) ?? t('failed')}</p>
              {reading.dataUpdatedAt > 0 && <p>{t('from', { time: format.time(reading.dataUpdatedAt) })}</p>}
            </div>
            <Button pending={reading.isFetching} onClick={refetch}>
              {t('common:retry')}
            </Button>
          </div>
        </Callout>
      )}
      {status.data && violations.data ? (
        <>
          <Counters endpoints={status.data.endpoints} lastDay={violations.data.last_day} />
          <Panel title={t('endpoints.title')}>
            <EndpointList endpoints={status.data.endpoints} />
          </Panel>
          <Panel title={t('violations.title')}>
            {violations.data.violations.length > 0 ? (
              <ViolationsTable rows={violations.data.violations} />
            ) : (
              <EmptyState tone="good" icon={<CheckCircleOutlined />} title={t('violations.empty')}>
                {t('violations.emptyHint')}
              </EmptyState>
            )}
          </Panel>
        </>
      ) : (
        !error && <Skeleton />
      )}
    </Page>
  )
}
