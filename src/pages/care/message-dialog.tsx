import { useTranslation } from 'react-i18next'
import { TextDialog } from '#kit/text-dialog.tsx'
import type { CareActs } from './use-care-acts.ts'

interface MessageDialogProps {
  name: string
  acts: CareActs
  onClose: () => void
}

/** Writes to somebody and all who look after them. */
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
      submit={t('message.send')}
      pending={acts.pending}
      onSubmit={text => void send(text)}
      onClose={onClose}
    />
  )
}
