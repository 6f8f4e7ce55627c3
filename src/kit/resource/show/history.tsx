import HistoryOutlined from '@ant-design/icons/HistoryOutlined'
import { useTranslation } from 'react-i18next'
import { activityLogs } from '#contract/activity-logs.ts'
import { ButtonLink } from '../../button.tsx'
import { useFormat } from '../../format.ts'
import { Notice } from '../../notice.tsx'
import { Reading } from '../../reading.tsx'
import { headOf } from '../../registry.ts'
import { useCall } from '../../use-call.ts'
import { ActionBadge } from '../action-badge.tsx'
import { changesIn } from '../changes.ts'
import { ChangesTable } from '../changes-table.tsx'
import type { Resource } from '../resource.ts'
import styles from './history.module.css'

/** How many acts are shown before one goes to the activity logs for the rest. */
const shown = 50

/** What was done with a record, by whom and when, the latest first; of a change, each field before and after. */
export function History({ of, id }: { of: Resource; id: string }) {
  const { t } = useTranslation('kit')
  const format = useFormat()
  const about = { resource_type: of.name, resource_id: id }
  const logs = useCall(activityLogs.list, { query: { ...about, _end: shown } })
  return (
    <Reading of={logs} failed={t('show.historyFailed')}>
      {({ logs, total }) =>
        logs.length === 0 ? (
          <Notice icon={<HistoryOutlined />} title={t('show.historyEmpty')} role="status" />
        ) : (
          <>
            <ol className={styles.history}>
              {logs.map(log => {
                const { changes } = changesIn(log.details)
                return (
                  <li key={log.id} className={styles.act}>
                    <div className={styles.what}>
                      <ActionBadge action={log.action} />
                      <span>{t('show.by', { who: log.user_email ?? log.user_id ?? t('show.system') })}</span>
                      <time dateTime={log.timestamp} title={format.dateTime(log.timestamp)}>
                        {format.ago(log.timestamp)}
                      </time>
                    </div>
                    {changes.length > 0 && <ChangesTable changes={changes} of={of} />}
                  </li>
                )
              })}
            </ol>
            {total > shown && (
              <ButtonLink to={`${headOf('activity-logs')?.path}?${new URLSearchParams(about)}`}>
                {t('show.historyAll')}
              </ButtonLink>
            )}
          </>
        )
      }
    </Reading>
  )
}
