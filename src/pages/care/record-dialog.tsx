import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { healthQuick } from '#contract/health-quick.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { Dialog } from '#kit/dialog.tsx'
import { FailureRemark } from '#kit/failure-remark.tsx'
import { TextField } from '#kit/field.tsx'
import { say } from '#kit/toasts.ts'
import { useReread } from '#kit/use-reread.ts'
import { useSubmit } from '#kit/use-submit.ts'
import styles from './care.module.css'
import { type CareActs, followed } from './use-care-acts.ts'

const feelings = ['good', 'fair', 'poor'] as const
const signs = [
  'systolic',
  'diastolic',
  'pulse',
  'temperature_c',
  'oxygen_percent',
  'glucose_mg_dl',
  'weight_kg',
] as const

interface RecordDialogProps {
  person: { id: string; name: string }
  acts: CareActs
  onClose: () => void
}

/** Writes down how somebody feels, by one touch, or what was measured of them. */
export function RecordDialog({ person, acts, onClose }: RecordDialogProps) {
  const { t } = useTranslation('care')
  const form = useId()
  const reread = useReread(followed)
  const { errors, failure, pending, onSubmit } = useSubmit({
    fields: signs,
    failed: t('failed'),
    async send(typed) {
      const measured = Object.entries(typed).filter(([, value]) => value.trim() !== '')
      // A comma is how many write a decimal; the server judges the values.
      const body = Object.fromEntries(
        measured.map(([sign, value]) => [sign, Number(value.replace(',', '.'))]),
      )
      await call(healthQuick.vitals, { query: { user_id: person.id }, body })
      say({ tone: 'good', text: t('record.done') })
      void reread()
      onClose()
    },
  })
  return (
    <Dialog
      title={t('record.title', { name: person.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="main" type="submit" form={form} pending={pending}>
            {t('record.measured')}
          </Button>
        </>
      }
    >
      <fieldset className={styles.feelings}>
        <legend>{t('record.feels')}</legend>
        {feelings.map((feeling, index) => (
          <Button
            key={feeling}
            autoFocus={index === 0}
            pending={acts.pending}
            onClick={async () => {
              if (await acts.checkIn(feeling)) onClose()
            }}
          >
            {t(`feeling.${feeling}`)}
          </Button>
        ))}
      </fieldset>
      <form id={form} className={styles.signs} onSubmit={onSubmit} noValidate>
        <FailureRemark failure={failure} />
        {signs.map(sign => (
          <TextField
            key={sign}
            name={sign}
            inputMode="decimal"
            autoComplete="off"
            label={t(`vitalsWithUnit.${sign}`)}
            error={errors[sign]}
          />
        ))}
      </form>
    </Dialog>
  )
}
