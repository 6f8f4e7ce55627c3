import { useTranslation } from 'react-i18next'
import type { Alert } from '#contract/alerts/alerts.ts'
import { exclusions } from '#contract/alerts/exclusions.ts'
import { FormDialog } from '#kit/dialog.tsx'
import { SelectItem, TextItem } from '#kit/form.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import { useCall } from '#kit/use-call.ts'

interface ExcludeDialogProps {
  alert: Alert
  title: string
  failed: string
  onExclude: (recipientId: string, reason: string) => Promise<unknown>
  onClose: () => void
}

/** Excludes a person or contact from an alert, with a reason. */
export function ExcludeDialog({ alert, title, failed, onExclude, onClose }: ExcludeDialogProps) {
  const { t } = useTranslation('emergency')
  const labels = useLabels('contacts')
  const reading = useCall(exclusions.recipients, { params: { id: alert.id } })
  const candidates = reading.data?.recipients.filter(({ excluded }) => excluded === null) ?? []
  return (
    <FormDialog<{ recipient?: string; reason: string }>
      title={title}
      submitLabel={t('exclusion.submit')}
      variant="danger"
      failed={failed}
      disabled={candidates.length === 0}
      onClose={onClose}
      send={async ({ recipient = candidates[0]?.id, reason }) => {
        if (recipient) await onExclude(recipient, reason.trim())
      }}
    >
      <p>{t('exclusion.hint')}</p>
      <QueryState of={reading} failed={t('exclusion.failed')}>
        {() =>
          candidates.length === 0 ? (
            <p>{t('exclusion.none')}</p>
          ) : (
            <SelectItem
              name="recipient"
              label={t('exclusion.person')}
              initial={candidates[0]?.id}
              options={candidates.map(({ id, name, relationship }) => ({
                value: id,
                label: relationship ? `${name} (${labels.option('relationship', relationship)})` : name,
              }))}
            />
          )
        }
      </QueryState>
      <TextItem name="reason" label={t('exclusion.reason')} maxLength={2_000} required />
    </FormDialog>
  )
}
