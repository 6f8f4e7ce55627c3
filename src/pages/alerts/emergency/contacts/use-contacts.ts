import type { z } from 'zod'
import { type Contact as ContactSchema, contacts } from '#contract/alerts/contacts.ts'
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
