import { type ReactNode, type SubmitEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { FormError, TextField } from './field.tsx'
import { closeModal, openModal } from './modals.ts'
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
  const dialog = useModal()
  const heading = useId()
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      className={wide ? `${styles.dialog} ${styles.broad}` : styles.dialog}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={heading} className={styles.title}>
        {title}
      </h2>
      <div className={styles.text}>{children}</div>
      <div className={styles.actions}>{actions}</div>
    </dialog>
  )
}

/**
 * Opens a `dialog` modally while it is mounted.
 * @returns its ref
 */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!shown) return
    openModal(shown)
    return () => closeModal(shown)
  }, [])
  return dialog
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
