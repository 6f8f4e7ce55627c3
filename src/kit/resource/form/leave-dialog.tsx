import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { Dialog } from '../../dialog.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'

/** Asks before unsaved work is left behind. */
export function LeaveDialog({ isUnsaved }: { isUnsaved: () => boolean }) {
  const { t } = useTranslation('kit')
  const blocker = useLeaveGuard(isUnsaved)
  if (blocker.state !== 'blocked') return null
  return (
    <Dialog
      title={t('form.leave')}
      onClose={() => blocker.reset()}
      actions={
        <>
          <Button look="danger" onClick={() => blocker.proceed()}>
            {t('form.discard')}
          </Button>
          <Button look="main" onClick={() => blocker.reset()}>
            {t('form.stay')}
          </Button>
        </>
      }
    >
      {t('form.leaveText')}
    </Dialog>
  )
}
