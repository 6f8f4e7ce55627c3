import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { emergency, type Rehearsal } from '#contract/emergency.ts'
import { RehearsalReport } from '#kit/alerts/rehearsal-report.tsx'
import { useAct } from '#kit/alerts/use-act.ts'
import { Button } from '#kit/button.tsx'
import { Checkbox } from '#kit/field.tsx'
import { type Contact, useContacts } from './contacts/use-contacts.ts'
import { useQuickCall } from './contacts/use-quick-call.ts'
import styles from './quick-actions.module.css'

/** Calls a contact at once, or goes through the ladder without calling anybody. */
export function QuickActions({ person }: { person: string | undefined }) {
  const { t } = useTranslation('emergency')
  const { data } = useContacts(person)
  const contacts: readonly Contact[] = data?.contacts ?? []
  const [chosen, setChosen] = useState<string>()
  const [services, setServices] = useState(false)
  const [report, setReport] = useState<z.output<typeof Rehearsal>>()
  const calling = useQuickCall()
  const { act, pending } = useAct()
  const contact = contacts.find(({ id }) => id === chosen) ?? contacts[0]

  async function rehearse() {
    const rehearsal = await act(
      emergency.testEscalation,
      {
        query: { user_id: person },
        body: {
          escalation_type: 'full_cascade',
          simulate_delays: true,
          include_emergency_services: services,
        },
      },
      { done: t('rehearsal.done'), failed: t('rehearsal.failed') },
    )
    if (rehearsal) setReport(rehearsal)
  }

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
        <Button pending={pending} onClick={() => void rehearse()}>
          {t('rehearsal.title')}
        </Button>
      </div>
      {report && <RehearsalReport report={report} onClose={() => setReport(undefined)} />}
    </div>
  )
}
