import type { z } from 'zod'
import { type Contact as ContactSchema, contacts } from '#contract/alerts/contacts.ts'
import { useCall } from '#kit/use-call.ts'

export type Contact = z.output<typeof ContactSchema>

/** Milliseconds between two readings. */
const every = 5_000
/** Contacts shown of one person. */
const most = 50

/** The personal contacts of somebody, in the order in which they are called. */
export function useContacts(person: string | undefined) {
  return useCall(
    contacts.list,
    { query: { ...(person && { user_id: person }), _sort: 'priority,name', _order: 'asc,asc', _end: most } },
    { every, enabled: person !== undefined, follows: 'contacts' },
  )
}
