import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import { Dialog } from '#kit/dialog.tsx'

interface RemoveDialogProps {
  name: string
  text: string
  pending: boolean
  onRemove: () => void
  onClose: () => void
}

/** Asks before something is removed that is called in an emergency. */
export function RemoveDialog({ name, text, pending, onRemove, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('emergency')
  return (
    <Dialog
      title={t('removeNamed', { name })}
      onClose={onClose}
      actions={
        <>
          <Button autoFocus onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button look="danger" pending={pending} onClick={onRemove}>
            {t('remove')}
          </Button>
        </>
      }
    >
      {text}
    </Dialog>
  )
}
