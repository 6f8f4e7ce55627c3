import { useTranslation } from 'react-i18next'
import { healthQuick } from '#contract/care/health-quick.ts'
import { vitalSignNames } from '#contract/care/wellness.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { FormDialog } from '#kit/dialog.tsx'
import { TextItem } from '#kit/form.tsx'
import { parseDecimal } from '#kit/format.ts'
import { toast } from '#kit/toasts.ts'
import { useRefetch } from '#kit/use-call.ts'
import styles from './care.module.css'
import { type CareActions, careResource } from './use-care-actions.ts'

const feelings = ['good', 'fair', 'poor'] as const
interface RecordDialogProps {
  person: { id: string; name: string }
  actions: CareActions
  onClose: () => void
}

/** Records a mood or a measurement. */
export function RecordDialog({ person, actions, onClose }: RecordDialogProps) {
  const { t } = useTranslation('care')
  const refetch = useRefetch(careResource)
  async function send(typed: Readonly<Record<string, string | undefined>>) {
    const measured = Object.entries(typed).filter(([, value = '']) => value.trim() !== '')
    // Values are validated by the server.
    const body = Object.fromEntries(measured.map(([sign, value = '']) => [sign, parseDecimal(value)]))
    await call(healthQuick.vitals, { query: { user_id: person.id }, body })
    toast({ tone: 'good', text: t('record.done') })
    void refetch()
    onClose()
  }
  return (
    <FormDialog
      title={t('record.title', { name: person.name })}
      submitLabel={t('record.measured')}
      failed={t('failed')}
      send={send}
      onClose={onClose}
    >
      <fieldset className={styles.feelings}>
        <legend>{t('record.feels')}</legend>
        {feelings.map((feeling, index) => (
          <Button
            key={feeling}
            autoFocus={index === 0}
            pending={actions.pending}
            onClick={async () => {
              if (await actions.checkIn(feeling)) onClose()
            }}
          >
            {t(`feeling.${feeling}`)}
          </Button>
        ))}
      </fieldset>
      {vitalSignNames.map(sign => (
        <TextItem key={sign} name={sign} inputMode="decimal" label={t(`vitalsWithUnit.${sign}`)} />
      ))}
    </FormDialog>
  )
}
