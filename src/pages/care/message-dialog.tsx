import { useTranslation } from 'react-i18next'
import { TextDialog } from '#kit/dialog.tsx'
import type { CareActions } from './use-care-actions.ts'

interface MessageDialogProps {
  name: string
  acts: CareActions
  onClose: () => void
}

/** Sends a message to a person and everyone assigned to them. */
export function MessageDialog({ name, acts, onClose }: MessageDialogProps) {
  const { t } = useTranslation('care')
  async function send(text: string) {
    if (await acts.send(text)) onClose()
  }
  return (
    <TextDialog
      title={t('message.title', { name })}
      label={t('message.label')}
      hint={t('message.hint')}
      longest={500}
      submitLabel={t('message.send')}
      pending={acts.pending}
      onSubmit={text => void send(text)}
      onClose={onClose}
    />
  )
}
