import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { AlertCause } from '#contract/alerts.ts'
import { Button } from '#kit/button.tsx'
import { Dialog } from '#kit/dialog.tsx'
import { Checkbox, TextField } from '#kit/field.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import styles from './acts.module.css'

type Cause = z.infer<typeof AlertCause>

/** Causes for which help is not needed, unless the person says otherwise. */
const harmless: readonly Cause[] = ['accidental', 'device_fault', 'test']

interface Resolution {
  cause: Cause
  valid: boolean
  resolution?: string
}

interface ResolveDialogProps {
  pending: boolean
  onResolve: (resolution: Resolution) => void
  onClose: () => void
}

/** Asks what an alert was and whether help was needed; Enter sends it. */
export function ResolveDialog({ pending, onResolve, onClose }: ResolveDialogProps) {
  const { t } = useTranslation('emergency')
  const labels = useLabels('alerts')
  const form = useId()
  const [cause, setCause] = useState<Cause>('fall')
  const [valid, setValid] = useState(true)

  function choose(next: Cause) {
    setCause(next)
    setValid(!harmless.includes(next))
  }

  return (
    <Dialog
      title={t('resolve.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="main" type="submit" form={form} pending={pending}>
            {t('resolve.submit')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.form}
        onSubmit={event => {
          event.preventDefault()
          const resolution = String(new FormData(event.currentTarget).get('resolution')).trim()
          onResolve({ cause, valid, ...(resolution && { resolution }) })
        }}
      >
        <fieldset>
          <legend>{t('resolve.cause')}</legend>
          <div className={styles.causes}>
            {AlertCause.options.map(option => (
              <label key={option}>
                <input
                  type="radio"
                  name="cause"
                  value={option}
                  checked={option === cause}
                  autoFocus={option === 'fall'}
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
      </form>
    </Dialog>
  )
}
