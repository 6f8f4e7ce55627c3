import { sql } from 'kysely'
import { Contact, contacts } from '#contract/alerts/contacts.ts'
import { table } from '#server/kit/table/table.ts'

export const contactTable = table({
  table: 'contacts',
  resource: 'contacts',
  schema: Contact,
  list: contacts.list,
  owner: { organization: 'organization_id', person: 'person_id' },
  also: {
    user_id: keys => sql<boolean>`person_id in (select id from people
      where id::text = any(${keys}) or user_id::text = any(${keys}))`,
  },
})
