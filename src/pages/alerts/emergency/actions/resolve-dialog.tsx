import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type Alert, AlertCause } from '#contract/alerts/alerts.ts'
import { FormDialog } from '#kit/dialog.tsx'
import { CheckItem, ChoiceItem, TextItem } from '#kit/form.tsx'
import { useLabels } from '#kit/resource/labels.ts'

type Cause = z.infer<typeof AlertCause>

const causes: Record<string, Cause> = {
  fall: 'fall',
  medical: 'medical',
  medication: 'medical',
  distress: 'distress',
  self_harm: 'distress',
  abuse: 'distress',
  loneliness: 'distress',
  safe_area_left: 'wandering',
  safe_area_entered: 'wandering',
  test: 'test',
  full_cascade: 'test',
}

/** Default cause in the resolve dialog, by alert type. */
export const likelyCause = ({ type }: Pick<Alert, 'type'>): Cause => causes[type] ?? 'other'

/** Causes that default to "no help was needed". */
const causesWithoutNeed: readonly Cause[] = ['accidental', 'device_fault', 'test']

type Resolution = {
  cause: Cause
  valid: boolean
  resolution?: string
}

interface ResolveDialogProps {
  alert: Alert
  title: string
  failed: string
  onResolve: (resolution: Resolution) => Promise<unknown>
  onClose: () => void
}

/** Resolves an alert with a cause and whether help was needed. */
export function ResolveDialog({ alert, title, failed, onResolve, onClose }: ResolveDialogProps) {
  const { t } = useTranslation('emergency')
  const labels = useLabels('alerts')
  const likely = likelyCause(alert)
  return (
    <FormDialog<Resolution>
      title={title}
      submitLabel={t('resolve.submit')}
      failed={failed}
      initial={{ cause: likely, valid: !causesWithoutNeed.includes(likely) }}
      derive={({ cause }) => (cause ? { valid: !causesWithoutNeed.includes(cause) } : {})}
      onClose={onClose}
      send={({ cause, valid, resolution = '' }) =>
        onResolve({ cause, valid, ...(resolution.trim() && { resolution: resolution.trim() }) })
      }
    >
      <ChoiceItem
        name="cause"
        label={t('resolve.cause')}
        options={AlertCause.options.map(value => ({ value, label: labels.option('cause', value) }))}
        autoFocus
      />
      <CheckItem name="valid" label={t('resolve.valid')} />
      <TextItem name="resolution" label={t('resolve.resolution')} maxLength={2_000} />
    </FormDialog>
  )
}
