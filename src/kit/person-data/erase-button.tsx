import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { privacy } from '#contract/people/privacy.ts'
import { Button } from '../button.tsx'
import { call } from '../call.ts'
import { TextField } from '../field.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { say } from '../toasts.ts'
import { useSubmit } from '../use-submit.ts'

interface EraseButtonProps {
  id: string
  name: string
  /** Where the person was listed. */
  list: string
}

/** Erases a person for good, once their name was typed in. */
export function EraseButton({ id, name, list }: EraseButtonProps) {
  const { t } = useTranslation('privacy')
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { errors, ...form } = useSubmit({
    fields: ['name'],
    failed: t('erase.failed', { name }),
    check: ({ name: typed }) => (typed.trim() === name ? {} : { name: t('erase.mismatch') }),
    send: async ({ name: typed }) => {
      await call(privacy.erase, { params: { id }, body: { name: typed } })
      say({ tone: 'good', text: t('erase.done', { name }) })
      // What is shown right now is the record, which is no more; the rest is read anew when it is shown.
      await queries.invalidateQueries({ refetchType: 'none' })
      await navigate(list, { replace: true })
    },
  })
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {t('erase.ask')}
      </Button>
      {asking && (
        <FormDialog
          title={t('erase.title', { name })}
          submit={t('erase.do')}
          look="danger"
          {...form}
          onClose={() => setAsking(false)}
        >
          <p>{t('erase.text')}</p>
          <TextField
            label={t('erase.name')}
            hint={t('erase.hint', { name })}
            name="name"
            error={errors.name}
            autoComplete="off"
            autoFocus
          />
        </FormDialog>
      )}
    </>
  )
}
