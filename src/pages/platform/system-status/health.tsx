import { useTranslation } from 'react-i18next'
import type { SystemStatus } from '#contract/platform/system.ts'
import { Panel } from '#kit/analytics/panel.tsx'
import { isolated, useFormat } from '#kit/format.ts'
import styles from './system-status.module.css'

/** Health of the server, database, jobs, alarm processing and backups. */
export function Health({ of }: { of: SystemStatus }) {
  const { t } = useTranslation('system')
  const format = useFormat()
  const { version, uptime_seconds, database, jobs, ladder, backup, figures_copy: copy } = of
  // After a Latin name a number would follow its direction, and in Arabic stand apart from its unit.
  const megabytes = (bytes: number) => isolated(format.number(Math.round(bytes / 1_000_000)))
  const values = { version: isolated(database.server_version), size: megabytes(database.size_bytes) }
  const lines = {
    server: t('health.serverValue', { version, when: format.ago(Date.now() - uptime_seconds * 1_000) }),
    database:
      database.milliseconds === null
        ? t('health.databaseAway', values)
        : t('health.databaseValue', { ...values, ms: format.number(database.milliseconds) }),
    jobs: t('health.jobsValue', { waiting: jobs.waiting, lag: jobs.lag_seconds, failed: jobs.failed }),
    ladder: t(ladder.alarms_processed ? 'health.ladderOk' : 'health.ladderLate', { lag: ladder.lag_seconds }),
    setAside:
      ladder.set_aside > 0
        ? t('health.setAsideValue', { count: ladder.set_aside })
        : t('health.setAsideNone'),
    backup: backup
      ? t('health.backupValue', {
          when: format.ago(backup.made_at),
          size: megabytes(backup.size_bytes),
          kept: backup.kept,
        })
      : t('health.backupNone'),
    ...(copy && {
      figuresCopy:
        copy.share < 1
          ? t('health.figuresCopyFilling', { percent: format.number(Math.floor(copy.share * 100)) })
          : t('health.figuresCopyValue', { lag: Math.round(copy.lag_seconds) }),
    }),
  }
  const isBad = {
    database: database.milliseconds === null,
    ladder: !ladder.alarms_processed,
    setAside: ladder.set_aside > 0,
  }
  return (
    <Panel title={t('health.title')}>
      <dl className={styles.lines}>
        {(Object.keys(lines) as (keyof typeof lines)[]).map(line => (
          <div key={line}>
            <dt>{t(`health.${line}`)}</dt>
            <dd className={line in isBad && isBad[line as keyof typeof isBad] ? styles.bad : undefined}>
              {lines[line]}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
