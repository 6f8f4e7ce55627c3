import { type ReactNode, type SubmitEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import { Dialog } from '#kit/dialog.tsx'
import { FailureRemark } from '#kit/failure-remark.tsx'
import type { Failure } from '#kit/use-submit.ts'
import styles from './form-dialog.module.css'

interface FormDialogProps {
  title: string
  /** What sending it does, unless it saves. */
  submit?: string
  failure?: Failure | null
  pending: boolean
  /** Nothing can be sent yet. */
  disabled?: boolean
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** A form in a dialog: it can be sent, by Enter as well, or left. */
export function FormDialog({
  title,
  submit,
  failure = null,
  pending,
  disabled = false,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const { t } = useTranslation('emergency')
  const form = useId()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="main" type="submit" form={form} pending={pending} disabled={disabled}>
            {submit ?? t('save')}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <FailureRemark failure={failure} />
        {children}
      </form>
    </Dialog>
  )
}
