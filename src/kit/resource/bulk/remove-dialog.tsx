import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { Dialog } from '../../dialog.tsx'
import { useLabels } from '../labels.ts'
import styles from './dialogs.module.css'
import { type BulkDialogProps, useOrder } from './order.ts'

/** Asks once more before the chosen rows are deleted, by their number. */
export function RemoveDialog(given: BulkDialogProps) {
  const { of, selecting, close } = given
  const { t } = useTranslation(['bulk', 'kit', 'common'])
  const labels = useLabels(of.name)
  const { order, pending, refusal } = useOrder(of.api.removeMany, given)
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
          <Button look="danger" pending={pending} onClick={() => order({})}>
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
