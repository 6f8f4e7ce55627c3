import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { FormError, TextField } from './field.tsx'
import { useOverlays } from './overlays.ts'
import type { SubmitError } from './use-submit.ts'

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

export interface FormDialogProps {
  title: string
  /** Label of the submit button. */
  submitLabel: string
  /** Label of the cancel button, where “Cancel” would be ambiguous. */
  cancelLabel?: string | undefined
  variant?: 'main' | 'danger'
  failure?: SubmitError | null
  pending: boolean
  /** Disables submitting. */
  disabled?: boolean
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** A form in a dialog. */
export function FormDialog({
  title,
  submitLabel,
  cancelLabel,
  variant = 'main',
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
          <Button onClick={onClose}>{cancelLabel ?? t('cancel')}</Button>
          <Button variant={variant} type="submit" form={form} pending={pending} disabled={disabled}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <FormError failure={failure} />
        {children}
      </form>
    </Dialog>
  )
}

interface TextDialogProps
  extends Pick<FormDialogProps, 'title' | 'submitLabel' | 'cancelLabel' | 'pending' | 'onClose'> {
  label: string
  hint?: string
  /** Maximum length. */
  longest?: number
  onSubmit: (text: string) => void
}

/** Dialog with one line of text. */
export function TextDialog({ label, hint, longest = 2_000, onSubmit, ...dialog }: TextDialogProps) {
  const { t } = useTranslation()
  const [error, setError] = useState<string>()

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text')).trim()
    if (text) onSubmit(text)
    else setError(t('field.required'))
  }

  return (
    <FormDialog {...dialog} onSubmit={send}>
      <TextField
        name="text"
        label={label}
        {...(hint && { hint })}
        maxLength={longest}
        error={error}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  )
}
