import { useTranslation } from 'react-i18next'
import { emergency } from '#contract/alerts/emergency.ts'
import { useAct } from '#kit/alerts/use-act.ts'
import type { Contact } from './use-contacts.ts'

interface About {
  urgent: boolean
  /** The alert whose timeline tells of the call. */
  alert?: { id: string }
}

/** Has a contact called by phone; where no carrier can, says which number to dial. */
export function useQuickCall() {
  const { t } = useTranslation('emergency')
  const { act, pending } = useAct()
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
