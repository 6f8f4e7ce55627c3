import HistoryOutlined from '@ant-design/icons/HistoryOutlined'
import { useLogList } from '@refinedev/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '#contract/kit/endpoint.ts'
import type { activityLogs } from '#contract/platform/activity-logs.ts'
import { ButtonLink } from '../../button.tsx'
import { Notice } from '../../notice.tsx'
import { Reading } from '../../reading.tsx'
import { headOf } from '../../registry.ts'
import { useMay } from '../may.ts'
import type { Resource, Row } from '../resource.ts'
import type { Failure } from '../rows.ts'
import { Act } from './act.tsx'
import styles from './history.module.css'
import { RestoreButton } from './restore-button.tsx'
import { versionAfter, wayBack } from './versions.ts'

type Logs = ReplyOf<typeof activityLogs.list>

/** How many acts are shown before one goes to the activity logs for the rest. */
const shown = 50

/** What was done with a record, the latest first, and from each act the way back to the record as it then was. */
export function History({ of, row }: { of: Resource; row: Row }) {
  const { t } = useTranslation('kit')
  const may = useMay()
  const about = { resource_type: of.name, resource_id: row.id }
  const acts = useLogList<Logs, Failure>({
    resource: of.name,
    // The version has the log read again after a change.
    meta: { id: row.id, version: row.version, most: shown },
    queryOptions: { placeholderData: keepPreviousData },
  })
  return (
    <Reading of={acts} failed={t('show.historyFailed')}>
      {({ logs, total }) =>
        logs.length === 0 ? (
          <Notice icon={<HistoryOutlined />} title={t('show.historyEmpty')} role="status" />
        ) : (
          <>
            <ol className={styles.history}>
              {logs.map((log, index) => {
                // Acts that are of another version of the record than the one shown lead nowhere.
                const changes = acts.isPlaceholderData
                  ? []
                  : wayBack(of, row, versionAfter(row, logs.slice(0, index)))
                return (
                  <Act key={log.id} of={of} log={log}>
                    {changes.length > 0 && may(of.api.update) && (
                      <RestoreButton of={of} row={row} log={log.id} changes={changes} />
                    )}
                  </Act>
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
