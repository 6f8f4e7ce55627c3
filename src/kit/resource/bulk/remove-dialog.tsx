import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { Dialog } from '../../dialog.tsx'
import { useLabels } from '../labels.ts'
import styles from './dialogs.module.css'
import { type BulkDialogProps, useSubmitBulkJob } from './submit-job.ts'

/** Confirms deleting the selected rows. */
export function RemoveDialog(props: BulkDialogProps) {
  const { of, selecting, close } = props
  const { t } = useTranslation(['bulk', 'kit', 'common'])
  const labels = useLabels(of.name)
  const { order, pending, refusal } = useSubmitBulkJob(of.api.removeMany, props)
  const { count } = selecting
  return (
    <Dialog
      title={t('remove.title', { what: labels.text('many') })}
      onClose={close}
      actions={
        <>
          <Button autoFocus onClick={close}>
            {t('common:cancel')}
          </Button>
          <Button variant="danger" pending={pending} onClick={() => void order({}).catch(() => {})}>
            {t('remove.go', { count })}
          </Button>
        </>
      }
    >
      {refusal && (
        <p className={styles.refusal} role="alert">
          {t('failed')}. {refusal}
        </p>
      )}
      <p>{t('remove.preview', { count })}</p>
    </Dialog>
  )
}
