import { type ReactNode, type SubmitEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FailureRemark } from './failure-remark.tsx'
import styles from './form-dialog.module.css'
import type { Failure } from './use-submit.ts'

export interface FormDialogProps {
  title: string
  /** What sending it does. */
  submit: string
  /** What leaving it is called, where “Cancel” could be taken for what it is about. */
  leave?: string | undefined
  look?: 'main' | 'danger'
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
  leave,
  look = 'main',
  failure = null,
  pending,
  disabled = false,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const { t } = useTranslation()
  const form = useId()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{leave ?? t('cancel')}</Button>
          <Button look={look} type="submit" form={form} pending={pending} disabled={disabled}>
            {submit}
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
