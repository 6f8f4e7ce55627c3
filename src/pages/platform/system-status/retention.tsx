import { useTranslation } from 'react-i18next'
import type { SystemStatus } from '#contract/platform/system.ts'
import { Panel } from '#kit/analytics/panel.tsx'
import { useFormat } from '#kit/format.ts'
import styles from './system-status.module.css'

/** Retention period per kind of data, and what the last run deleted. */
export function Retention({ of }: { of: SystemStatus['retention'] }) {
  const { t } = useTranslation('system')
  const format = useFormat()
  return (
    <Panel wide title={t('retention.title')} lead={t('retention.lead')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('retention.kind')}</th>
            <th scope="col">{t('retention.days')}</th>
            <th scope="col">{t('retention.removed')}</th>
          </tr>
        </thead>
        <tbody>
          {of.map(({ kind, kept_days, finished_at, removed }) => (
            <tr key={kind}>
              <th scope="row">{t(`retention.kinds.${kind}`)}</th>
              <td>
                {kept_days === 0 ? t('retention.forever') : t('retention.daysValue', { count: kept_days })}
              </td>
              <td>
                {finished_at === null
                  ? t('retention.never')
                  : t('retention.removedValue', { removed, when: format.ago(finished_at) })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
