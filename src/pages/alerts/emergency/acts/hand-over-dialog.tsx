import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '#kit/field.tsx'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useFound } from '#kit/resource/reference-search.ts'
import styles from './acts.module.css'

interface HandOverDialogProps {
  /** Who sees to the alert now. */
  owner: string | null
  pending: boolean
  onHandOver: (to: string, reason: string) => void
  onClose: () => void
}

/** Asks who sees to an alert from now on: staff or a carer within reach. */
export function HandOverDialog({ owner, pending, onHandOver, onClose }: HandOverDialogProps) {
  const { t } = useTranslation('emergency')
  const [text, setText] = useState('')
  const admins = useFound('admins', text)
  const caregivers = useFound('caregivers', text)
  const people = [...admins.options, ...caregivers.options].filter(({ value }) => value !== owner)
  const [to, setTo] = useState<string>()
  const chosen = people.find(({ value }) => value === to) ?? people[0]

  return (
    <FormDialog
      title={t('handOver.title')}
      submit={chosen ? t('handOver.submit', { name: chosen.label }) : t('handOver.title')}
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
        {people.length === 0 && <p>{t('handOver.nobody')}</p>}
      </fieldset>
      <TextField name="reason" label={t('handOver.reason')} maxLength={2_000} autoComplete="off" />
    </FormDialog>
  )
}
