import { useTranslation } from 'react-i18next'
import { emergency } from '#contract/alerts/emergency.ts'
import { useAlertAction } from '#kit/alerts/use-alert-action.ts'
import type { Contact } from './use-contacts.ts'

interface About {
  urgent: boolean
  /** The alert that logs the call in its timeline. */
  alert?: { id: string }
}

/** Calls a contact through the voice channel; without one, shows the number to dial. */
export function useQuickCall() {
  const { t } = useTranslation('emergency')
  const { act, pending } = useAlertAction()
  const call = ({ id }: Pick<Contact, 'id'>, { urgent, alert }: About) =>
    act(
      emergency.quickCall,
      { body: { contact_id: id, urgent, ...(alert && { alert_id: alert.id }) } },
      {
        done: ({ state, phone, contact }) =>
          state === 'not_configured'
            ? {
                text: t('quickCall.done'),
                detail: t('quickCall.byHand', { contact, phone: phone ?? t('hidden') }),
              }
            : t('quickCall.done'),
        failed: t('quickCall.failed'),
      },
    )
  return { call, pending }
}
