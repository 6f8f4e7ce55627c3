import { type SubmitEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import { Dialog } from '#kit/dialog.tsx'
import { TextField } from '#kit/field.tsx'

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
  const form = useId()
  const [error, setError] = useState<string>()

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text')).trim()
    if (text) onSubmit(text)
    else setError(t('common:field.required'))
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="main" type="submit" form={form} pending={pending}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={send} noValidate>
        <TextField name="text" label={label} maxLength={2_000} error={error} autoComplete="off" autoFocus />
      </form>
    </Dialog>
  )
}
