import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rateLimits } from '#contract/platform/rate-limits.ts'
import { Button } from '#kit/button.tsx'
import { reasonOf } from '#kit/call.ts'
import { Checkbox } from '#kit/field.tsx'
import { useFormat } from '#kit/format.ts'
import { Freshness } from '#kit/freshness.tsx'
import { Notice } from '#kit/notice.tsx'
import { Page } from '#kit/page.tsx'
import { Panel } from '#kit/panel.tsx'
import { Remark } from '#kit/remark.tsx'
import { Skeleton } from '#kit/skeleton.tsx'
import { useCall } from '#kit/use-call.ts'
import { Counters } from './counters.tsx'
import { EndpointList } from './endpoint-list.tsx'
import styles from './rate-limits.module.css'
import { ViolationsTable } from './violations-table.tsx'

/** Milliseconds between two readings, where they are wanted. */
const interval = 30_000
const shown = 50

/** Both readings of the screen, as one that is taken again as a whole. */
function useMonitoring(auto: boolean) {
  const fresh = auto ? { every: interval } : {}
  const status = useCall(rateLimits.status, {}, fresh)
  const violations = useCall(rateLimits.violations, { query: { limit: shown } }, fresh)
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
        <Remark tone="bad" role="alert">
          <div className={styles.banner}>
            <div>
              <strong>{t('banner')}</strong>
              <p>{reasonOf(error) ?? t('failed')}</p>
              {reading.dataUpdatedAt > 0 && <p>{t('from', { time: format.time(reading.dataUpdatedAt) })}</p>}
            </div>
            <Button pending={reading.isFetching} onClick={refetch}>
              {t('common:retry')}
            </Button>
          </div>
        </Remark>
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
              <Notice tone="good" icon={<CheckCircleOutlined />} title={t('violations.empty')}>
                {t('violations.emptyHint')}
              </Notice>
            )}
          </Panel>
        </>
      ) : (
        !error && <Skeleton />
      )}
    </Page>
  )
}
