import { useTranslation } from 'react-i18next'
import type { EndpointStatus } from '#contract/platform/rate-limits.ts'
import { useFormat } from '#kit/format.ts'
import { Meter } from '#kit/meter.tsx'
import { Badge } from '#kit/resource/badge.tsx'
import styles from './endpoint-list.module.css'

const tones = {
  healthy: { bar: 'good', badge: 'green' },
  warning: { bar: 'warn', badge: 'yellow' },
  critical: { bar: 'bad', badge: 'red' },
} as const

/** Usage of the busiest caller against the limit, per endpoint class. */
export function EndpointList({ endpoints }: { endpoints: readonly EndpointStatus[] }) {
  const { t } = useTranslation('rate-limits')
  const format = useFormat()
  if (endpoints.length === 0) return <p className={styles.off}>{t('endpoints.off')}</p>
  return (
    <ul className={styles.list}>
      {endpoints.map(row => {
        const name = t(`endpoints.class.${row.endpoint}`)
        return (
          <li key={row.endpoint} className={styles.endpoint}>
            <p className={styles.head}>
              <strong>{name}</strong>
              <Badge tone={tones[row.status].badge}>{t(`endpoints.status.${row.status}`)}</Badge>
              <span className={styles.usage}>
                {t('endpoints.usage', {
                  used: format.number(row.current_requests),
                  limit: format.number(row.limit),
                })}
              </span>
            </p>
            <Meter
              label={t('endpoints.usageOf', { name })}
              value={row.current_requests}
              max={row.limit}
              tone={tones[row.status].bar}
            />
            <p className={styles.foot}>
              {row.reset_time
                ? [
                    t('endpoints.left', { count: row.remaining_requests }),
                    t('endpoints.callers', { count: row.callers }),
                    t('endpoints.reset', { time: format.time(row.reset_time) }),
                  ].join(' · ')
                : t('endpoints.idle')}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
