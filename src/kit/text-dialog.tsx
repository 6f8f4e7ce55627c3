import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from './field.tsx'
import { FormDialog, type FormDialogProps } from './form-dialog.tsx'

interface TextDialogProps
  extends Pick<FormDialogProps, 'title' | 'submit' | 'leave' | 'pending' | 'onClose'> {
  label: string
  hint?: string
  /** How many characters it takes. */
  longest?: number
  onSubmit: (text: string) => void
}

/** Asks for one line of text; Enter sends it. */
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
