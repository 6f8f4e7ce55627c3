import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '#kit/field.tsx'
import { FormDialog } from '../form-dialog.tsx'

interface TextDialogProps {
  title: string
  label: string
  submit: string
  pending: boolean
  onSubmit: (text: string) => void
  onClose: () => void
}

/** Asks for one line of text; Enter sends it. */
export function TextDialog({ title, label, submit, pending, onSubmit, onClose }: TextDialogProps) {
  const { t } = useTranslation(['emergency', 'common'])
  const [error, setError] = useState<string>()

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text')).trim()
    if (text) onSubmit(text)
    else setError(t('common:field.required'))
  }

  return (
    <FormDialog title={title} submit={submit} pending={pending} onClose={onClose} onSubmit={send}>
      <TextField name="text" label={label} maxLength={2_000} error={error} autoComplete="off" autoFocus />
    </FormDialog>
  )
}
