import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { Form, type FormProps, type FormValues, TextItem, useForms } from './form.tsx'
import { useOverlays } from './overlays.ts'

interface DialogProps {
  title: string
  /** For content with columns. */
  wide?: boolean
  children: ReactNode
  /** Buttons, least consequential first. */
  actions: ReactNode
  /** Called on Escape. */
  onClose: () => void
}

/** A modal dialog, open while it is rendered. */
export function Dialog({ title, wide = false, children, actions, onClose }: DialogProps) {
  const { Modal } = useOverlays(onClose) ?? {}
  return (
    Modal && (
      <Modal
        title={<h2 className={styles.title}>{title}</h2>}
        footer={<div className={styles.actions}>{actions}</div>}
        width={wide ? 840 : 480}
        onClose={onClose}
      >
        <div className={styles.text}>{children}</div>
      </Modal>
    )
  )
}

interface BareDialogProps extends Pick<DialogProps, 'children' | 'onClose'> {
  /** Accessible name. */
  label: string
  width: number
}

/** A modal dialog whose content fills it; a click outside closes it as well. */
export function BareDialog({ label, width, children, onClose }: BareDialogProps) {
  const { Modal } = useOverlays(onClose) ?? {}
  return (
    Modal && (
      <Modal bare dismissible title={<h2 className="spoken">{label}</h2>} width={width} onClose={onClose}>
        {children}
      </Modal>
    )
  )
}

export interface FormDialogProps<Values extends FormValues>
  extends Pick<
    FormProps<Values>,
    'initial' | 'loaded' | 'derive' | 'onChange' | 'check' | 'names' | 'failed' | 'send'
  > {
  title: string
  /** Label of the submit button. */
  submitLabel: string
  /** Label of the cancel button, where “Cancel” would be ambiguous. */
  cancelLabel?: string | undefined
  variant?: 'main' | 'danger'
  /** Disables submitting. */
  disabled?: boolean
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** A form in a dialog. */
export function FormDialog<Values extends FormValues>({
  title,
  submitLabel,
  cancelLabel,
  variant = 'main',
  disabled = false,
  send,
  onClose,
  children,
  ...form
}: FormDialogProps<Values>) {
  const { t } = useTranslation()
  const id = useId()
  const [isPending, setPending] = useState(false)
  // Before the dialog, so that the first field is there to take the focus.
  if (!useForms(onClose)) return null

  async function sendOnce(values: Values) {
    setPending(true)
    try {
      await send(values)
    } finally {
      setPending(false)
    }
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{cancelLabel ?? t('cancel')}</Button>
          <Button variant={variant} type="submit" form={id} pending={isPending} disabled={disabled}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <Form id={id} {...form} send={sendOnce}>
        {children}
      </Form>
    </Dialog>
  )
}

interface TextDialogProps
  extends Pick<FormDialogProps<never>, 'title' | 'submitLabel' | 'cancelLabel' | 'failed' | 'onClose'> {
  label: string
  hint?: string
  /** Maximum length. */
  longest?: number
  onSubmit: (text: string) => Promise<unknown>
}

/** Dialog with one line of text. */
export function TextDialog({ label, hint, longest = 2_000, onSubmit, ...dialog }: TextDialogProps) {
  return (
    <FormDialog<{ text: string }> {...dialog} send={({ text }) => onSubmit(text.trim())}>
      <TextItem name="text" label={label} hint={hint} maxLength={longest} required autoFocus />
    </FormDialog>
  )
}
