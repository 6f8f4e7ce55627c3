import { type SubmitEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import { Dialog } from '#kit/dialog.tsx'
import { TextField } from '#kit/field.tsx'
import type { CareActs } from './use-care-acts.ts'

/** Writes to somebody and all who look after them. */
export function MessageDialog({
  name,
  acts,
  onClose,
}: {
  name: string
  acts: CareActs
  onClose: () => void
}) {
  const { t } = useTranslation(['care', 'common'])
  const form = useId()
  const [error, setError] = useState<string>()

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text')).trim()
    if (!text) return setError(t('common:field.required'))
    if (await acts.send(text)) onClose()
  }

  return (
    <Dialog
      title={t('message.title', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="main" type="submit" form={form} pending={acts.pending}>
            {t('message.send')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={event => void send(event)} noValidate>
        <TextField
          name="text"
          label={t('message.label')}
          hint={t('message.hint')}
          maxLength={500}
          error={error}
          autoComplete="off"
          autoFocus
        />
      </form>
    </Dialog>
  )
}
