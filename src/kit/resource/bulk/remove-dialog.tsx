import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { Dialog } from '../../dialog.tsx'
import { useLabels } from '../labels.ts'
import styles from './dialogs.module.css'
import { changedOf, SkippedRows } from './skipped-rows.tsx'
import { type BulkDialogProps, useBulkPreview, useSubmitBulkJob } from './submit-job.ts'

/** A removal has no parameters. */
const nothingElse = {}

/** Confirms deleting the selected rows. */
export function RemoveDialog(props: BulkDialogProps) {
  const { of, selecting, close } = props
  const { t } = useTranslation(['bulk', 'kit', 'common'])
  const labels = useLabels(of.name)
  const { order, pending, refusal } = useSubmitBulkJob(of.api.removeMany, props)
  const { count } = selecting
  const preview = useBulkPreview({ ...props, endpoint: of.api.removeMany, change: nothingElse })
  const removed = changedOf(count, preview.data)
  return (
    <Dialog
      title={t('remove.title', { what: labels.text('many') })}
      onClose={close}
      actions={
        <>
          <Button autoFocus onClick={close}>
            {t('common:cancel')}
          </Button>
          <Button
            variant="danger"
            pending={pending}
            disabled={removed === 0}
            onClick={() => void order({}).catch(() => {})}
          >
            {t('remove.go', { count: removed })}
          </Button>
        </>
      }
    >
      {refusal && (
        <p className={styles.refusal} role="alert">
          {t('failed')}. {refusal}
        </p>
      )}
      <p>{removed === 0 ? t('preview.nothing') : t('remove.preview', { count: removed })}</p>
      <SkippedRows preview={preview} count={count} labels={labels} />
    </Dialog>
  )
}
