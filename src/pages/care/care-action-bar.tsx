import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import styles from './care.module.css'
import { MessageDialog } from './message-dialog.tsx'
import { RecordDialog } from './record-dialog.tsx'
import type { CareActions } from './use-care-actions.ts'

interface CareActionBarProps {
  person: { id: string; name: string; phone: string | null }
  contact?: { name: string; phone: string | null } | null
  acts: CareActions
}

/** Quick actions: call, message, request a check-in, record. */
export function CareActionBar({ person, contact, acts }: CareActionBarProps) {
  const { t } = useTranslation('care')
  const [open, setOpen] = useState<'message' | 'record'>()
  const close = () => setOpen(undefined)
  const calls = [person, ...(contact ? [contact] : [])].filter(({ phone }) => phone)
  return (
    <div className={styles.acts}>
      {calls.map(({ name, phone }) => (
        <a key={name} className={styles.call} href={`tel:${phone?.replace(/[^+\d]/g, '')}`}>
          {t('call', { name })}
        </a>
      ))}
      {acts.canWrite && (
        <>
          <Button
            pending={acts.pending}
            aria-label={t('ask.named', { name: person.name })}
            onClick={() => void acts.askToCheckIn()}
          >
            {t('ask.title')}
          </Button>
          <Button aria-label={t('message.named', { name: person.name })} onClick={() => setOpen('message')}>
            {t('message.open')}
          </Button>
        </>
      )}
      {acts.canLog && (
        <Button aria-label={t('record.named', { name: person.name })} onClick={() => setOpen('record')}>
          {t('record.open')}
        </Button>
      )}
      {open === 'message' && <MessageDialog name={person.name} acts={acts} onClose={close} />}
      {open === 'record' && <RecordDialog person={person} acts={acts} onClose={close} />}
    </div>
  )
}
