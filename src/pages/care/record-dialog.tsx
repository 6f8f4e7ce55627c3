import { useTranslation } from 'react-i18next'
import { healthQuick } from '#contract/care/health-quick.ts'
import { vitalSignNames } from '#contract/care/wellness.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { TextField } from '#kit/field.tsx'
import { FormDialog } from '#kit/form-dialog.tsx'
import { say } from '#kit/toasts.ts'
import { typedNumber } from '#kit/typed-number.ts'
import { useReread } from '#kit/use-reread.ts'
import { useSubmit } from '#kit/use-submit.ts'
import styles from './care.module.css'
import { type CareActs, followed } from './use-care-acts.ts'

const feelings = ['good', 'fair', 'poor'] as const
interface RecordDialogProps {
  person: { id: string; name: string }
  acts: CareActs
  onClose: () => void
}

/** Writes down how somebody feels, by one touch, or what was measured of them. */
export function RecordDialog({ person, acts, onClose }: RecordDialogProps) {
  const { t } = useTranslation('care')
  const reread = useReread(followed)
  const { errors, ...form } = useSubmit({
    fields: vitalSignNames,
    failed: t('failed'),
    async send(typed) {
      const measured = Object.entries(typed).filter(([, value]) => value.trim() !== '')
      // The server judges the values.
      const body = Object.fromEntries(measured.map(([sign, value]) => [sign, typedNumber(value)]))
      await call(healthQuick.vitals, { query: { user_id: person.id }, body })
      say({ tone: 'good', text: t('record.done') })
      void reread()
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('record.title', { name: person.name })}
      submit={t('record.measured')}
      {...form}
      onClose={onClose}
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
      {vitalSignNames.map(sign => (
        <TextField
          key={sign}
          name={sign}
          inputMode="decimal"
          autoComplete="off"
          label={t(`vitalsWithUnit.${sign}`)}
          error={errors[sign]}
        />
      ))}
    </FormDialog>
  )
}
