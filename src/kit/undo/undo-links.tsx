import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { bulk } from '#contract/kit/bulk.ts'
import type { LoggedAction } from '#contract/kit/undo.ts'
import { Button } from '../button.tsx'
import { ApiError, errorDetail } from '../call.ts'
import { useCan } from '../current-user.ts'
import { isolated, useFormat } from '../format.ts'
import { useLabels } from '../resource/labels.ts'
import { useCall } from '../use-call.ts'
import styles from './undo.module.css'

const UndoDialog = lazy(() => import('./undo-dialog.tsx'))

/** The entry of an action in the activity log. */
const entryPath = ({ action, at }: LoggedAction) =>
  `/activity-logs?${new URLSearchParams({ action, timestamp_gte: at, timestamp_lte: at })}`

/** Milliseconds between two looks while an undo runs. */
const refetchIntervalMs = 2_000

/** Who undid a bulk job or import, what an undo undoes, and a button to undo it. @param id of the job or import */
export function UndoLinks({ id }: { id: string }) {
  const { t } = useTranslation('bulk')
  const can = useCan()
  const format = useFormat()
  const labels = useLabels('activity-logs')
  const [isOpen, setOpen] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const { data, error } = useCall(
    bulk.undoLinks,
    { params: { id } },
    isRunning ? { refetchIntervalMs } : undefined,
  )
  if (data && isRunning !== (data.obstacle === 'running')) setRunning(data.obstacle === 'running')
  if (error instanceof ApiError && error.problem.status === 404) return null
  if (error) return <p className={styles.note}>{errorDetail(error) || t('undo.failed')}</p>
  if (!data) return null

  const sentence = (kind: 'undoneBy' | 'undoes', entry: LoggedAction) => {
    const { by_email: who, action, at } = entry
    const values = { action: labels.option('action', action), time: isolated(format.dateTime(at)) }
    const text = who ? t(`undo.${kind}`, { ...values, who: isolated(who) }) : t(`undo.${kind}Unnamed`, values)
    return can({ area: 'activity_logs', action: 'list' }) ? <Link to={entryPath(entry)}>{text}</Link> : text
  }
  const { undone_by, undoes, obstacle } = data
  return (
    <div className={styles.links}>
      {undoes && <p>{sentence('undoes', undoes)}</p>}
      {undone_by.map(undo => (
        <p key={undo.id}>
          {sentence('undoneBy', undo)}
          {undo.done !== null && (
            <span className={`${styles.note} numbers`}>
              {' '}
              {t('undo.extent', { done: format.number(undo.done), total: format.number(undo.total) })}
            </span>
          )}
        </p>
      ))}
      {(obstacle === 'running' || obstacle === 'unrestorable') && (
        <p className={styles.note}>{t(`undo.${obstacle}`)}</p>
      )}
      {obstacle === null && <Button onClick={() => setOpen(true)}>{t('jobs.undoIt')}</Button>}
      {isOpen && (
        <Suspense>
          <UndoDialog id={id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
