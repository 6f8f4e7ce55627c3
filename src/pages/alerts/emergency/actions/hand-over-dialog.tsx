import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#kit/dialog.tsx'
import { TextField } from '#kit/field.tsx'
import { useReferenceSearch } from '#kit/resource/reference.tsx'
import styles from './actions.module.css'

interface HandOverDialogProps {
  title: string
  /** Current owner of the alert. */
  owner: string | null
  pending: boolean
  onHandOver: (to: string, reason: string) => void
  onClose: () => void
}

/** Assigns an alert to another staff member or caregiver. */
export function HandOverDialog({ title, owner, pending, onHandOver, onClose }: HandOverDialogProps) {
  const { t } = useTranslation('emergency')
  const [text, setText] = useState('')
  const admins = useReferenceSearch('admins', text)
  const caregivers = useReferenceSearch('caregivers', text)
  const people = [...admins.options, ...caregivers.options].filter(({ value }) => value !== owner)
  const [to, setTo] = useState<string>()
  const chosen = people.find(({ value }) => value === to) ?? people[0]

  return (
    <FormDialog
      title={title}
      submitLabel={chosen ? t('handOver.submit', { name: chosen.label }) : t('handOver.title')}
      pending={pending}
      disabled={!chosen}
      onClose={onClose}
      onSubmit={event => {
        event.preventDefault()
        const reason = String(new FormData(event.currentTarget).get('reason')).trim()
        if (chosen) onHandOver(chosen.value, reason)
      }}
    >
      <TextField
        type="search"
        label={t('handOver.find')}
        value={text}
        autoComplete="off"
        autoFocus
        onChange={({ target }) => setText(target.value)}
      />
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
      <TextField name="reason" label={t('handOver.reason')} maxLength={2_000} autoComplete="off" />
    </FormDialog>
  )
}
