import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type Location, type NavigateOptions, useBlocker } from 'react-router'
import { Button } from '../../button.tsx'
import { Dialog } from '../../dialog.tsx'
import { editParameter } from './edit-location.ts'

interface LeaveDialogProps {
  isUnsaved: () => boolean
  onDiscard?: () => void
}

/** Asks for confirmation before unsaved changes are lost. */
export function LeaveDialog({ isUnsaved, onDiscard }: LeaveDialogProps) {
  const { t } = useTranslation('kit')
  const blocker = useLeaveGuard(isUnsaved)
  if (blocker.state !== 'blocked') return null
  return (
    <Dialog
      title={t('form.leave')}
      onClose={() => blocker.reset()}
      actions={
        <>
          <Button
            variant="danger"
            onClick={() => {
              onDiscard?.()
              blocker.proceed()
            }}
          >
            {t('form.discard')}
          </Button>
          <Button variant="main" onClick={() => blocker.reset()}>
            {t('form.stay')}
          </Button>
        </>
      }
    >
      {t('form.leaveText')}
    </Dialog>
  )
}

/** Navigation options after saving: bypasses the leave guard. */
export const afterSave: NavigateOptions = { replace: true, state: { saved: true } }

const isSaved = (state: unknown) => (state as { saved?: boolean } | null)?.saved === true

/** Identifies a form: its page, or the record in the drawer. */
const placeOf = ({ pathname, search }: Location) =>
  `${pathname} ${new URLSearchParams(search).get(editParameter)}`

/**
 * Blocks leaving with unsaved changes: by link, back button or closing the tab.
 * @param isUnsaved evaluated when leaving, so that reverted changes do not block
 */
export function useLeaveGuard(isUnsaved: () => boolean) {
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault()
    }
    addEventListener('beforeunload', hold)
    return () => removeEventListener('beforeunload', hold)
  }, [isUnsaved])
  return useBlocker(
    ({ currentLocation: here, nextLocation: next }) =>
      placeOf(here) !== placeOf(next) && !isSaved(next.state) && isUnsaved(),
  )
}
