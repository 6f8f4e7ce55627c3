import { useTranslation } from 'react-i18next'
import type { SystemHealth as Health } from '#contract/analytics/operational-metrics.ts'
import { Panel } from '#kit/analytics/panel.tsx'
import { Badge } from '#kit/resource/badge.tsx'
import styles from './operations.module.css'

/** Health of the server's components. */
export function SystemHealth({ of }: { of: Health }) {
  const { t } = useTranslation('operations')
  const parts = { api: of.api_healthy, database: of.database_healthy, redis: of.redis_healthy }
  return (
    <Panel title={t('health.title')} lead={t('health.lead')}>
      <ul className={styles.health}>
        {(Object.keys(parts) as (keyof typeof parts)[]).map(part => {
          const state = parts[part] === null ? 'notSetUp' : parts[part] ? 'healthy' : 'unhealthy'
          const tone = { notSetUp: 'grey', healthy: 'green', unhealthy: 'red' } as const
          return (
            <li key={part}>
              {t(`health.${part}`)} <Badge tone={tone[state]}>{t(`health.${state}`)}</Badge>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
