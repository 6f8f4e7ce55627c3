import HistoryOutlined from '@ant-design/icons/HistoryOutlined'
import { useLogList } from '@refinedev/core'
import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { ReplyOf } from '#contract/kit/endpoint.ts'
import type { ActivityLog, activityLogs } from '#contract/platform/activity-logs.ts'
import { Button, ButtonLink } from '../../button.tsx'
import { CopyButton } from '../../copy-button.tsx'
import { useCanCall } from '../../current-user.ts'
import { Dialog } from '../../dialog.tsx'
import { EmptyState } from '../../empty-state.tsx'
import { useFormat } from '../../format.ts'
import { QueryState } from '../../query-state.tsx'
import { headOf } from '../../registry.ts'
import { toast } from '../../toasts.ts'
import { ActionBadge, type Change, ChangesTable, parseChanges } from '../changes-table.tsx'
import { useLabels } from '../labels.ts'
import { recordName } from '../reference.tsx'
import type { Resource, Row } from '../resource.ts'
import { type RequestError, useUpdateRow } from '../rows.ts'
import styles from './history.module.css'
import { changesToRestore, recordAfter } from './versions.ts'

type Logs = ReplyOf<typeof activityLogs.list>

/** Number of entries shown; the audit log has the rest. */
const shown = 50

/** A record's history, newest first, with a restore action for each version. */
export function History({ of, row }: { of: Resource; row: Row }) {
  const { t } = useTranslation('kit')
  const may = useCanCall()
  const about = { resource_type: of.name, resource_id: row.id }
  const history = useLogList<Logs, RequestError>({
    resource: of.name,
    // The version makes the history refetch after a change.
    meta: { id: row.id, version: row.version, limit: shown },
    queryOptions: { placeholderData: keepPreviousData },
  })
  return (
    <QueryState of={history} failed={t('show.historyFailed')}>
      {({ logs, total }) =>
        logs.length === 0 ? (
          <EmptyState icon={<HistoryOutlined />} title={t('show.historyEmpty')} role="status" />
        ) : (
          <>
            <ol className={styles.history}>
              {logs.map((log, index) => {
                // Entries that belong to another version than the one shown cannot be restored.
                const changes = history.isPlaceholderData
                  ? []
                  : changesToRestore(of, row, recordAfter(row, logs.slice(0, index)))
                return (
                  <HistoryEntry key={log.id} of={of} log={log}>
                    {changes.length > 0 && may(of.api.update) && (
                      <RestoreButton of={of} row={row} log={log.id} changes={changes} />
                    )}
                  </HistoryEntry>
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
    </QueryState>
  )
}

interface ActProps {
  of: Resource
  log: z.output<typeof ActivityLog>
  children: ReactNode
}

/** One entry of a record's history: action, user, time, request and changes. */
export function HistoryEntry({ of, log, children }: ActProps) {
  const { t } = useTranslation('kit')
  const format = useFormat()
  const labels = useLabels('activity-logs')
  const { changes } = parseChanges(log.details)
  const { user_email, user_id, user_role, request_id, timestamp } = log
  return (
    <li className={styles.act}>
      <div className={styles.what}>
        <ActionBadge action={log.action} label={labels.option('action', log.action)} />
        <span>{t('show.by', { who: user_email ?? user_id ?? t('show.system') })}</span>
        {user_role && <span className={styles.role}>{labels.option('user_role', user_role)}</span>}
        <time dateTime={timestamp} title={format.ago(timestamp)}>
          {format.dateTime(timestamp)}
        </time>
      </div>
      {changes.length > 0 && <ChangesTable changes={changes} of={of} />}
      {(request_id || children) && (
        <div className={styles.foot}>
          {request_id && (
            <span className={styles.request}>
              {labels.field('request_id')} <code>{request_id}</code>
              <CopyButton text={request_id} label={t('show.copyRequest')} />
            </span>
          )}
          {children}
        </div>
      )}
    </li>
  )
}

interface RestoreButtonProps {
  of: Resource
  row: Row
  /** The audit log entry to restore. */
  log: string
  /** The changes that restoring makes. */
  changes: readonly Change[]
}

/** Restores an earlier version of a record, after showing the changes. */
export function RestoreButton({ of, row, log, changes }: RestoreButtonProps) {
  const { t } = useTranslation(['kit', 'common'])
  const [asking, setAsking] = useState(false)
  const { restore, pending } = useUpdateRow(of)
  const name = recordName(of, row)

  async function bringBack() {
    const values = Object.fromEntries(changes.map(({ field, after }) => [field, after]))
    try {
      const restored = await restore(row, values, log)
      toast({ tone: 'good', text: t('earlier.done', { name: recordName(of, restored) }) })
    } catch (error) {
      const { statusCode, message } = error as RequestError
      toast({
        tone: 'bad',
        text: t('earlier.failed', { name }),
        detail: statusCode === 412 ? t('earlier.stale', { name }) : message,
      })
    }
    setAsking(false)
  }

  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('earlier.ask')}</Button>
      {asking && (
        <Dialog
          wide
          title={t('earlier.title')}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button autoFocus onClick={() => setAsking(false)}>
                {t('common:cancel')}
              </Button>
              <Button variant="main" pending={pending} onClick={() => void bringBack()}>
                {t('earlier.do')}
              </Button>
            </>
          }
        >
          <p>{t('earlier.text', { name })}</p>
          <ChangesTable changes={changes} of={of} />
        </Dialog>
      )}
    </>
  )
}
