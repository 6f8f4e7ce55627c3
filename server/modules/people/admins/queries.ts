import { sql } from 'kysely'
import { Admin, adminRoles, admins } from '#contract/people/admins.ts'
import { table } from '#server/kit/table/table.ts'
import { peopleFacts, unerased } from '../queries.ts'

/** Staff of the service and admins of customer organizations. */
export const adminTable = table({
  ...peopleFacts(),
  resource: 'admins',
  schema: Admin,
  list: admins.list,
  owner: { organization: 'organization_id' },
  where: sql<boolean>`role = any(${sql.lit(`{${adminRoles.join(',')}}`)}) and ${unerased}`,
})
