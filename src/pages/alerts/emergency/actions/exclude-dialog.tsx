import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Alert } from '#contract/alerts/alerts.ts'
import { exclusions } from '#contract/alerts/exclusions.ts'
import { FormDialog } from '#kit/dialog.tsx'
import { SelectField, TextField } from '#kit/field.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import { useCall } from '#kit/use-call.ts'

interface ExcludeDialogProps {
  alert: Alert
  title: string
  pending: boolean
  onExclude: (recipientId: string, reason: string) => void
  onClose: () => void
}

/** Excludes a person or contact from an alert, with a reason. */
export function ExcludeDialog({ alert, title, pending, onExclude, onClose }: ExcludeDialogProps) {
  const { t } = useTranslation(['emergency', 'common'])
  const labels = useLabels('contacts')
  const reading = useCall(exclusions.recipients, { params: { id: alert.id } })
  const [reasonError, setReasonError] = useState<string>()
  const candidates = reading.data?.recipients.filter(({ excluded }) => excluded === null) ?? []
  return (
    <FormDialog
      title={title}
      submitLabel={t('exclusion.submit')}
      variant="danger"
      pending={pending}
      disabled={candidates.length === 0}
      onClose={onClose}
      onSubmit={event => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        const reason = String(form.get('reason')).trim()
        if (reason) onExclude(String(form.get('recipient')), reason)
        else setReasonError(t('common:field.required'))
      }}
    >
      <p>{t('exclusion.hint')}</p>
      <QueryState of={reading} failed={t('exclusion.failed')}>
        {() =>
          candidates.length === 0 ? (
            <p>{t('exclusion.none')}</p>
          ) : (
            <SelectField
              name="recipient"
              label={t('exclusion.person')}
              defaultValue={candidates[0]?.id}
              options={candidates.map(({ id, name, relationship }) => ({
                value: id,
                label: relationship ? `${name} (${labels.option('relationship', relationship)})` : name,
              }))}
            />
          )
        }
      </QueryState>
      <TextField
        name="reason"
        label={t('exclusion.reason')}
        maxLength={2_000}
        error={reasonError}
        autoComplete="off"
      />
    </FormDialog>
  )
}
