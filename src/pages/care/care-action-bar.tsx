import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import { TextDialog } from '#kit/dialog.tsx'
import styles from './care.module.css'
import { RecordDialog } from './record-dialog.tsx'
import type { CareActions } from './use-care-actions.ts'

interface CareActionBarProps {
  person: { id: string; name: string; phone: string | null }
  contact?: { name: string; phone: string | null } | null
  actions: CareActions
}

/** Quick actions: call, message, request a check-in, record. */
export function CareActionBar({ person, contact, actions }: CareActionBarProps) {
  const { t } = useTranslation('care')
  const [open, setOpen] = useState<'message' | 'record'>()
  const close = () => setOpen(undefined)
  const calls = [person, ...(contact ? [contact] : [])].filter(({ phone }) => phone)
  return (
    <div className={styles.actions}>
      {calls.map(({ name, phone }) => (
        <a key={name} className={styles.call} href={`tel:${phone?.replace(/[^+\d]/g, '')}`}>
          {t('call', { name })}
        </a>
      ))}
      {actions.canWrite && (
        <>
          <Button
            pending={actions.pending}
            aria-label={t('ask.named', { name: person.name })}
            onClick={() => void actions.askToCheckIn()}
          >
            {t('ask.title')}
          </Button>
          <Button aria-label={t('message.named', { name: person.name })} onClick={() => setOpen('message')}>
            {t('message.open')}
          </Button>
        </>
      )}
      {actions.canLog && (
        <Button aria-label={t('record.named', { name: person.name })} onClick={() => setOpen('record')}>
          {t('record.open')}
        </Button>
      )}
      {open === 'message' && <MessageDialog name={person.name} actions={actions} onClose={close} />}
      {open === 'record' && <RecordDialog person={person} actions={actions} onClose={close} />}
    </div>
  )
}

interface MessageDialogProps {
  name: string
  actions: CareActions
  onClose: () => void
}

/** Sends a message to a person and everyone assigned to them. */
function MessageDialog({ name, actions, onClose }: MessageDialogProps) {
  const { t } = useTranslation('care')
  async function send(text: string) {
    if (await actions.send(text)) onClose()
  }
  return (
    <TextDialog
      title={t('message.title', { name })}
      label={t('message.label')}
      hint={t('message.hint')}
      longest={500}
      submitLabel={t('message.send')}
      failed={t('failed')}
      onSubmit={send}
      onClose={onClose}
    />
  )
}
