import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bulk } from '#contract/kit/bulk.ts'
import type { UndoPreview } from '#contract/kit/undo.ts'
import { useAddJob } from '../bulk/jobs.ts'
import { Button } from '../button.tsx'
import { call, errorDetail } from '../call.ts'
import { Callout } from '../callout.tsx'
import { Dialog } from '../dialog.tsx'
import { useFormat } from '../format.ts'
import { useLabels } from '../resource/labels.ts'
import type { ResourceName } from '../resource/resource.ts'
import { ScrollArea } from '../scroll-area.tsx'
import { Skeleton } from '../skeleton.tsx'
import { queryKeyOf } from '../use-call.ts'
import { LeftRows } from './left-rows.tsx'
import styles from './undo.module.css'

interface UndoDialogProps {
  /** Id of the bulk job or import. */
  id: string
  onClose: () => void
}

/** Previews the undo of a bulk job or import, and starts it. */
export default function UndoDialog({ id, onClose }: UndoDialogProps) {
  const { t } = useTranslation(['bulk', 'common'])
  const queries = useQueryClient()
  const take = useAddJob()
  const params = { id }
  const preview = useQuery({
    queryKey: ['undo preview', id],
    queryFn: ({ signal }) => call(bulk.previewUndo, { params, signal }),
    retry: false,
    // Records change in the meantime.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(bulk.undo, { params }),
    async onSuccess(job) {
      onClose()
      await Promise.all([
        take(job),
        queries.invalidateQueries({ queryKey: queryKeyOf(bulk.undoLinks, { params }) }),
      ])
    },
  })
  const { data } = preview
  const problem = error ?? preview.error
  return (
    <Dialog
      title={t('undo.title')}
      onClose={onClose}
      actions={
        <>
          <Button autoFocus onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            variant={data?.effect === 'remove' ? 'danger' : 'main'}
            pending={isPending}
            disabled={!data || data.returning === 0}
            onClick={() => mutate()}
          >
            {data && data.returning > 0 ? t('undo.go', { count: data.returning }) : t('undo.undo')}
          </Button>
        </>
      }
    >
      {problem && (
        <Callout tone="bad" role="alert">
          {errorDetail(problem) || t(error ? 'failed' : 'undo.failed')}
        </Callout>
      )}
      {preview.isPending && (
        <div role="status" aria-busy>
          <p>{t('undo.checking')}</p>
          <Skeleton rows={3} />
        </div>
      )}
      {data && <Preview preview={data} />}
    </Dialog>
  )
}

function Preview({ preview }: { preview: UndoPreview }) {
  const { t } = useTranslation('bulk')
  const format = useFormat()
  const labels = useLabels(preview.resource as ResourceName)
  const { effect, total, examined, returning, untried, lost, is_final, rows } = preview
  const left = examined - returning
  return (
    <div className={styles.preview} role="status">
      <p className={styles.effect}>
        <span className={styles.what}>{labels.text('many')} · </span>
        {returning > 0 ? t(`undo.${effect}`, { count: returning }) : t('undo.nothing')}
      </p>
      {is_final && returning > 0 && <Callout tone="warn">{t('undo.final')}</Callout>}
      {examined < total && (
        <p>{t('undo.examined', { examined: format.number(examined), total: format.number(total) })}</p>
      )}
      {untried > 0 && <p>{t('undo.untried', { count: untried })}</p>}
      {lost !== null && lost > 0 && <Callout tone="info">{t('undo.lost', { count: lost })}</Callout>}
      {left > 0 && (
        <>
          <h3 className={styles.heading}>{t('undo.left', { count: left })}</h3>
          <ScrollArea label={t('undo.left', { count: left })} className={styles.scroller}>
            <LeftRows preview={preview} labels={labels} />
          </ScrollArea>
          {rows.length < left && <p>{t('undo.first', { count: rows.length })}</p>}
        </>
      )}
    </div>
  )
}
