import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type Alert, AlertCause } from '#contract/alerts/alerts.ts'
import { FormDialog } from '#kit/dialog.tsx'
import { Checkbox, TextField } from '#kit/field.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import styles from './actions.module.css'

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

interface Resolution {
  cause: Cause
  valid: boolean
  resolution?: string
}

interface ResolveDialogProps {
  alert: Alert
  title: string
  pending: boolean
  onResolve: (resolution: Resolution) => void
  onClose: () => void
}

/** Resolves an alert with a cause and whether help was needed. */
export function ResolveDialog({ alert, title, pending, onResolve, onClose }: ResolveDialogProps) {
  const { t } = useTranslation('emergency')
  const labels = useLabels('alerts')
  const [cause, setCause] = useState(() => likelyCause(alert))
  const [valid, setValid] = useState(() => !causesWithoutNeed.includes(cause))
  const chosen = useRef<HTMLInputElement>(null)
  // Focus the checked radio instead of the first, so that arrow keys continue from it.
  useEffect(() => chosen.current?.focus(), [])

  function choose(next: Cause) {
    setCause(next)
    setValid(!causesWithoutNeed.includes(next))
  }

  return (
    <FormDialog
      title={title}
      submitLabel={t('resolve.submit')}
      pending={pending}
      onClose={onClose}
      onSubmit={event => {
        event.preventDefault()
        const resolution = String(new FormData(event.currentTarget).get('resolution')).trim()
        onResolve({ cause, valid, ...(resolution && { resolution }) })
      }}
    >
      <fieldset className={styles.choice}>
        <legend>{t('resolve.cause')}</legend>
        <div className={styles.causes}>
          {AlertCause.options.map(option => (
            <label key={option}>
              <input
                type="radio"
                name="cause"
                value={option}
                checked={option === cause}
                ref={option === cause ? chosen : undefined}
                onChange={() => choose(option)}
              />
              {labels.option('cause', option)}
            </label>
          ))}
        </div>
      </fieldset>
      <Checkbox
        label={t('resolve.valid')}
        checked={valid}
        onChange={({ target }) => setValid(target.checked)}
      />
      <TextField name="resolution" label={t('resolve.resolution')} maxLength={2_000} autoComplete="off" />
    </FormDialog>
  )
}
