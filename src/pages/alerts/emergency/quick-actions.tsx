import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RehearsalReport, useRehearsal } from '#kit/alerts/rehearsal.tsx'
import { Button } from '#kit/button.tsx'
import { Checkbox } from '#kit/field.tsx'
import { type Contact, useContacts } from './contacts/use-contacts.ts'
import { useQuickCall } from './contacts/use-quick-call.ts'
import styles from './quick-actions.module.css'

/** Calls a contact now, or simulates the ladder without calling anyone. */
export function QuickActions({ person }: { person: string | undefined }) {
  const { t } = useTranslation('emergency')
  const { data } = useContacts(person)
  const contacts: readonly Contact[] = data?.contacts ?? []
  const [chosen, setChosen] = useState<string>()
  const [services, setServices] = useState(false)
  const calling = useQuickCall()
  const { rehearse, pending, report, close } = useRehearsal(person)
  const contact = contacts.find(({ id }) => id === chosen) ?? contacts[0]

  if (person === undefined) return <p className={styles.whom}>{t('actions.whom')}</p>
  return (
    <div className={styles.actions}>
      <div className={styles.action}>
        <label>
          <span>{t('quickCall.whom')}</span>
          <select
            value={contact?.id ?? ''}
            disabled={!contact}
            onChange={({ target }) => setChosen(target.value)}
          >
            {contacts.map(({ id, name, phone }) => (
              <option key={id} value={id}>
                {phone ? `${name} · ${phone}` : name}
              </option>
            ))}
            {!contact && <option value="">{t('contacts.empty')}</option>}
          </select>
        </label>
        <Button
          pending={calling.pending}
          disabled={!contact}
          onClick={() => contact && void calling.call(contact, { urgent: false })}
        >
          {t('quickCall.title')}
        </Button>
      </div>
      <div className={styles.action}>
        <Checkbox
          label={t('rehearsal.services')}
          checked={services}
          onChange={({ target }) => setServices(target.checked)}
        />
        <Button pending={pending} onClick={() => void rehearse({ services })}>
          {t('rehearsal.title')}
        </Button>
      </div>
      {report && <RehearsalReport report={report} onClose={close} />}
    </div>
  )
}
