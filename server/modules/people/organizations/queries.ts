import { Organization, organizations } from '#contract/people/organizations.ts'
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
      throw new Problem(409, 'The service organization can’t be closed, deleted or changed to another type', {
        code: 'serviceOrganization',
      })
    }
    if (!before && row.kind === 'service') throw new Problem(409, 'A service organization already exists')
  },
})
