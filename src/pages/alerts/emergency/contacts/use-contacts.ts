import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type Contact as ContactSchema, contacts } from '#contract/alerts/contacts.ts'
import { emergency } from '#contract/alerts/emergency.ts'
import { useAlertAction } from '#kit/alerts/use-alert-action.ts'
import { useCall } from '#kit/use-call.ts'

export type Contact = z.output<typeof ContactSchema>

/** Refetch interval in milliseconds. */
const refetchIntervalMs = 5_000
/** Maximum number of contacts per person. */
const limit = 50

/** A person's contacts, in calling order. */
export function useContacts(person: string | undefined) {
  return useCall(
    contacts.list,
    { query: { ...(person && { user_id: person }), _sort: 'priority,name', _order: 'asc,asc', _end: limit } },
    { refetchIntervalMs, enabled: person !== undefined, resource: 'contacts' },
  )
}

interface QuickCallOptions {
  urgent: boolean
  /** The alert that logs the call in its timeline. */
  alert?: { id: string }
}

/** Calls a contact through the voice channel; without one, shows the number to dial. */
export function useQuickCall() {
  const { t } = useTranslation('emergency')
  const { act, pending } = useAlertAction()
  const call = ({ id }: Pick<Contact, 'id'>, { urgent, alert }: QuickCallOptions) =>
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
