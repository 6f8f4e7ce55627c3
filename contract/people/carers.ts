import { AsOfQuery } from '../kit/as-of.ts'
import { bulkEndpoints } from '../kit/bulk.ts'
import { endpoint } from '../kit/endpoint.ts'
import { PersonKey } from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { may } from '../kit/permissions.ts'
import { NewPerson, Person, Standing } from './people.ts'

/**
 * The endpoints of one kind of carers.
 * @param rows path segment, and key of the rows in replies
 * @param one singular noun for summaries
 * @param many plural noun for summaries
 */
function carers<const Rows extends string>(rows: Rows, one: string, many: string) {
  const path = `/api/users/${rows}` as const
  const calls = {
    list: endpoint({
      method: 'GET',
      path,
      summary: `List ${many}`,
      access: may('care_team', 'list'),
      mayLag: 'export',
      ...listing(rows, Person, {
        filter: ['status', 'organization_id', 'name', 'email', 'user_id', 'last_login', 'created_at'],
        sort: ['name', 'email', 'status', 'user_id', 'last_login', 'created_at'],
        search: ['name', 'username', 'email'],
        asOf: true,
        also: { elderly_user_id: PersonKey },
        removed: true,
      }),
    }),
    show: endpoint({
      method: 'GET',
      path: `${path}/{id}`,
      summary: `Show ${one}`,
      access: may('care_team', 'show'),
      query: AsOfQuery,
      reply: Person,
    }),
    create: endpoint({
      method: 'POST',
      path,
      summary: `Create ${one}`,
      access: may('care_team', 'create'),
      body: NewPerson,
      status: 201,
      reply: Person,
    }),
    update: endpoint({
      method: 'PUT',
      path: `${path}/{id}`,
      summary: `Update ${one}`,
      access: may('care_team', 'update'),
      body: NewPerson.omit({ password: true, organization_id: true }).extend(Standing.shape).partial(),
      reply: Person,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/{id}`,
      summary: `Remove ${one}`,
      access: may('care_team', 'delete'),
    }),
    restore: endpoint({
      method: 'POST',
      path: `${path}/{id}/restore`,
      summary: `Restore ${one} that was removed`,
      access: may('care_team', 'delete'),
      reply: Person,
    }),
  }
  return { ...calls, ...bulkEndpoints(rows, calls, Standing) }
}

export const caregivers = carers('caregivers', 'a caregiver', 'caregivers')
export const family = carers('family', 'a family member', 'family members')
