import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { ActivityLog } from '#contract/platform/activity-logs.ts'
import { CopyButton } from '../../copy-button.tsx'
import { useFormat } from '../../format.ts'
import { ActionBadge } from '../action-badge.tsx'
import { changesIn } from '../changes.ts'
import { ChangesTable } from '../changes-table.tsx'
import { useLabels } from '../labels.ts'
import type { Resource } from '../resource.ts'
import styles from './history.module.css'

interface ActProps {
  of: Resource
  log: z.output<typeof ActivityLog>
  children: ReactNode
}

/** One act of a record's history: what, by whom, when, in which call, and each field before and after. */
export function Act({ of, log, children }: ActProps) {
  const { t } = useTranslation('kit')
  const format = useFormat()
  const labels = useLabels('activity-logs')
  const { changes } = changesIn(log.details)
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
