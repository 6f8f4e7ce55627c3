import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#kit/dialog.tsx'
import { TextItem } from '#kit/form.tsx'
import { useReferenceSearch } from '#kit/resource/reference.tsx'
import styles from './actions.module.css'

interface HandOverDialogProps {
  title: string
  /** Current owner of the alert. */
  owner: string | null
  failed: string
  onHandOver: (to: string, reason: string) => Promise<unknown>
  onClose: () => void
}

/** Assigns an alert to another staff member or caregiver. */
export function HandOverDialog({ title, owner, failed, onHandOver, onClose }: HandOverDialogProps) {
  const { t } = useTranslation('emergency')
  const [text, setText] = useState('')
  const admins = useReferenceSearch('admins', text)
  const caregivers = useReferenceSearch('caregivers', text)
  const people = [...admins.options, ...caregivers.options].filter(({ value }) => value !== owner)
  const [to, setTo] = useState<string>()
  const chosen = people.find(({ value }) => value === to) ?? people[0]

  return (
    <FormDialog<{ reason?: string }>
      title={title}
      submitLabel={chosen ? t('handOver.submit', { name: chosen.label }) : t('handOver.title')}
      failed={failed}
      disabled={!chosen}
      onClose={onClose}
      send={async ({ reason = '' }) => {
        if (chosen) await onHandOver(chosen.value, reason.trim())
      }}
    >
      <TextItem name="find" type="search" label={t('handOver.find')} autoFocus onChange={setText} />
      <fieldset className={styles.people} aria-busy={admins.loading || caregivers.loading}>
        <legend className="spoken">{t('handOver.people')}</legend>
        {people.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name="to"
              value={value}
              checked={value === chosen?.value}
              onChange={() => setTo(value)}
            />
            {label}
          </label>
        ))}
        {people.length === 0 && <p>{t('handOver.none')}</p>}
      </fieldset>
      <TextItem name="reason" label={t('handOver.reason')} maxLength={2_000} />
    </FormDialog>
  )
}
