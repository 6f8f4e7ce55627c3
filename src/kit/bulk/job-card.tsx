import CloseOutlined from '@ant-design/icons/CloseOutlined'
import { useMutation } from '@tanstack/react-query'
import i18next from 'i18next'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BulkJob, bulk } from '#contract/kit/bulk.ts'
import { Button } from '../button.tsx'
import { call } from '../call.ts'
import { useFormat } from '../format.ts'
import { useLabels } from '../resource/labels.ts'
import type { ResourceName } from '../resource/resource.ts'
import { toast } from '../toasts.ts'
import styles from './bulk-panel.module.css'
import { dismissJob, isRunning, useAddJob } from './jobs.ts'

/** The report also needs the texts of forms, which other screens do not load. */
const ReportDialog = lazy(async () => {
  const [{ ReportDialog }] = await Promise.all([import('./report-dialog.tsx'), i18next.loadNamespaces('kit')])
  return { default: ReportDialog }
})

const UndoDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('../undo/undo-dialog.tsx'), i18next.loadNamespaces('kit')])
  return dialog
})

/** One bulk job: progress and cancel, then outcome, report and undo. */
export function JobCard({ job }: { job: BulkJob }) {
  const { t } = useTranslation(['bulk', 'common'])
  const format = useFormat()
  const labels = useLabels(job.resource as ResourceName)
  const [reporting, setReporting] = useState(false)
  const take = useAddJob()
  const [undoing, setUndoing] = useState(false)
  const { mutate: cancel, isPending } = useMutation({
    mutationFn: () => call(bulk.cancel, { params: { id: job.id } }),
    onSuccess: take,
    onError: error => toast({ tone: 'bad', text: t('jobs.actFailed'), detail: error.message }),
  })
  const { total, done, skipped, undone, state } = job
  const running = isRunning(job)
  const what = labels.text('many')
  const title = running
    ? t(`jobs.${job.act}`, { count: total, what })
    : t(`jobs.${job.act}Done`, { count: done, what })
  const left = total - done - skipped
  const notes = [
    running && t('jobs.progress', { done: format.number(done + skipped), total: format.number(total) }),
    state === 'cancelled' && left > 0 && t('jobs.left', { count: left }),
    skipped > 0 && t('jobs.skipped', { count: skipped }),
    undone > 0 && t('jobs.undone', { count: undone }),
  ].filter(Boolean)

  return (
    <article className={styles.card} aria-label={title}>
      <div className={styles.head}>
        <p className={styles.title} role="status">
          {title}
        </p>
        {!running && (
          <Button
            variant="quiet"
            icon={<CloseOutlined />}
            aria-label={t('common:dismiss')}
            onClick={() => dismissJob(job.id)}
          />
        )}
      </div>
      {running && <progress className={styles.bar} max={total} value={done + skipped} aria-label={title} />}
      {notes.length > 0 && <p className={`${styles.facts} numbers`}>{notes.join(' · ')}</p>}
      <div className={styles.actions}>
        {running && (
          <Button pending={isPending} onClick={() => cancel()}>
            {t('jobs.cancel')}
          </Button>
        )}
        {job.undoable && <Button onClick={() => setUndoing(true)}>{t('jobs.undoIt')}</Button>}
        {!running && (
          <Button variant="quiet" onClick={() => setReporting(true)}>
            {t('jobs.report')}
          </Button>
        )}
      </div>
      {undoing && (
        <Suspense>
          <UndoDialog id={job.id} onClose={() => setUndoing(false)} />
        </Suspense>
      )}
      {reporting && (
        <Suspense>
          <ReportDialog job={job} close={() => setReporting(false)} />
        </Suspense>
      )}
    </article>
  )
}
