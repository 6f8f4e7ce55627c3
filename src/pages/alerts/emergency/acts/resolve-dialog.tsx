import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Alert, AlertCause } from '#contract/alerts/alerts.ts'
import { Checkbox, TextField } from '#kit/field.tsx'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import styles from './acts.module.css'
import { type Cause, likelyCause } from './likely-cause.ts'

/** Causes for which help is not needed, unless the person says otherwise. */
const harmless: readonly Cause[] = ['accidental', 'device_fault', 'test']

interface Resolution {
  cause: Cause
  valid: boolean
  resolution?: string
}

interface ResolveDialogProps {
  alert: Alert
  pending: boolean
  onResolve: (resolution: Resolution) => void
  onClose: () => void
}

/** Asks what an alert was and whether help was needed; Enter sends it. */
export function ResolveDialog({ alert, pending, onResolve, onClose }: ResolveDialogProps) {
  const { t } = useTranslation('emergency')
  const labels = useLabels('alerts')
  const [cause, setCause] = useState(() => likelyCause(alert))
  const [valid, setValid] = useState(() => !harmless.includes(cause))
  const chosen = useRef<HTMLInputElement>(null)
  // Not the first, to which a dialog gives it by itself: the arrows go on from what is chosen.
  useEffect(() => chosen.current?.focus(), [])

  function choose(next: Cause) {
    setCause(next)
    setValid(!harmless.includes(next))
  }

  return (
    <FormDialog
      title={t('resolve.title')}
      submit={t('resolve.submit')}
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
