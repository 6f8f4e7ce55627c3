import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RehearsalReport, useRehearsal } from '#kit/alerts/rehearsal.tsx'
import { Button } from '#kit/button.tsx'
import { Checkbox } from '#kit/field.tsx'
import { Select } from '#kit/select.tsx'
import { type Contact, useContacts, useQuickCall } from './contacts/use-contacts.ts'
import styles from './quick-actions.module.css'

/** Calls a contact now, or simulates the ladder without calling anyone. */
export function QuickActions({ person }: { person: string | undefined }) {
  const { t } = useTranslation('emergency')
  const id = useId()
  const { data } = useContacts(person)
  const contacts: readonly Contact[] = data?.contacts ?? []
  const [chosen, setChosen] = useState<string>()
  const [services, setServices] = useState(false)
  const calling = useQuickCall()
  const { rehearse, pending, report, close } = useRehearsal(person)
  const contact = contacts.find(({ id }) => id === chosen) ?? contacts[0]

  if (person === undefined) return <p className={styles.hint}>{t('quickActions.choosePerson')}</p>
  return (
    <div className={styles.actions}>
      <div className={styles.action}>
        <div className={styles.contact}>
          <label htmlFor={id}>{t('quickCall.contact')}</label>
          <Select
            id={id}
            value={contact?.id ?? ''}
            options={
              contact
                ? contacts.map(({ id, name, phone }) => ({
                    value: id,
                    label: phone ? `${name} · ${phone}` : name,
                  }))
                : [{ value: '', label: t('contacts.empty') }]
            }
            disabled={!contact}
            onChange={setChosen}
          />
        </div>
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
