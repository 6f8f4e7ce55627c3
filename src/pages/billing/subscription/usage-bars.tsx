import { useTranslation } from 'react-i18next'
import type { Usage } from '#contract/billing/subscriptions.ts'
import { useFormat } from '#kit/format.ts'
import { Meter } from '#kit/meter.tsx'
import { Panel } from '#kit/panel.tsx'
import styles from './subscription.module.css'

const counted = ['elderly_users', 'devices', 'caregivers'] as const

/** Usage against the plan's limits. */
export function UsageBars({ of: { usage, limits } }: { of: Usage }) {
  const { t } = useTranslation('subscriptions')
  const format = useFormat()
  return (
    <Panel title={t('usage.title')}>
      <ul className={styles.usage}>
        {counted.map(what => {
          const used = format.number(usage[what])
          const limit = limits?.[`max_${what}`]
          const isFull = limit !== undefined && usage[what] >= limit
          return (
            <li key={what}>
              <span>{t(`usage.${what}`)}</span>
              <span className="numbers">
                {limit === undefined
                  ? t('usage.unlimited', { used })
                  : t('usage.of', { used, limit: format.number(limit) })}
                {isFull && <small> · {t('usage.full')}</small>}
              </span>
              {limit !== undefined && (
                <Meter
                  label={t(`usage.${what}`)}
                  value={usage[what]}
                  max={limit}
                  tone={isFull ? 'warn' : undefined}
                />
              )}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
