import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { contacts } from '#contract/alerts/contacts.ts'
import { emergencyServices, readiness } from '#contract/alerts/emergency-services.ts'
import { useAlertAction } from '#kit/alerts/use-alert-action.ts'
import { Button } from '#kit/button.tsx'
import { useCanCall } from '#kit/current-user.ts'
import { Dialog } from '#kit/dialog.tsx'

const kinds = {
  contacts: { endpoint: contacts.remove, live: 'contacts' },
  services: { endpoint: emergencyServices.remove, live: 'emergency_services' },
  geofences: { endpoint: readiness.removeGeofence, live: 'geofences' },
} as const

interface RemoveButtonProps {
  kind: keyof typeof kinds
  of: { id: string; name: string }
}

/** Removes a contact, service or geofence after confirmation; hidden without permission. */
export function RemoveButton({ kind, of: { id, name } }: RemoveButtonProps) {
  const { t } = useTranslation(['emergency', 'common'])
  const { endpoint, live } = kinds[kind]
  const may = useCanCall()
  const { act, pending } = useAlertAction(live)
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)

  async function remove() {
    const messages = { done: t(`${kind}.removed`), failed: t(`${kind}.removeFailed`) }
    if ((await act(endpoint, { params: { id } }, messages)) !== null) close()
  }

  if (!may(endpoint)) return null
  return (
    <>
      <Button variant="quiet" aria-label={t('removeNamed', { name })} onClick={() => setAsking(true)}>
        {t('remove')}
      </Button>
      {asking && (
        <Dialog
          title={t('removeNamed', { name })}
          onClose={close}
          actions={
            <>
              <Button autoFocus onClick={close}>
                {t('common:cancel')}
              </Button>
              <Button variant="danger" pending={pending} onClick={() => void remove()}>
                {t('remove')}
              </Button>
            </>
          }
        >
          {t(`${kind}.confirm`, { name })}
        </Dialog>
      )}
    </>
  )
}
