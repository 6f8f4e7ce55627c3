import { Organization, organizations } from '#contract/people/organizations.ts'
import type { Db } from '#server/db/open.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { Problem } from '#server/kit/problem.ts'
import { table } from '#server/kit/table/table.ts'

export const organizationTable = table({
  table: 'organizations',
  resource: 'organizations',
  schema: Organization,
  list: organizations.list,
  owner: { organization: 'id' },
  removal: { markedBy: 'deleted_at', isShown: false },
  check(_call, row, before, act) {
    if (before?.id === serviceOrganization && (act === 'delete' || 'status' in row || 'kind' in row)) {
      throw new Problem(
        409,
        'The service’s own organization cannot be closed, removed or turned into another kind',
        { code: 'serviceOrganization' },
      )
    }
    if (!before && row.kind === 'service')
      throw new Problem(409, 'There is one service organization, and it exists')
  },
})

/** Zone and language that new people of an organization start with; undefined for an unknown organization. */
export const getOrganizationDefaults = (db: Db, id: string) =>
  db.selectFrom('organizations').select(['time_zone', 'locale']).where('id', '=', id).executeTakeFirst()
