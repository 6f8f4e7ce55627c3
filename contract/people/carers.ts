import { inBulk } from '../kit/bulk.ts'
import { endpoint } from '../kit/endpoint.ts'
import { PersonKey } from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { may } from '../kit/permissions.ts'
import { NewPerson, Person, Standing } from './people.ts'

/**
 * The calls of one kind of people who look after elderly users.
 * @param rows their place in the address, and what holds them in a reply
 * @param one what a summary calls one of them
 * @param many what it calls several
 */
export function carers<const Rows extends string>(rows: Rows, one: string, many: string) {
  const path = `/api/users/${rows}` as const
  const calls = {
    list: endpoint({
      method: 'GET',
      path,
      summary: `List ${many}`,
      access: may('care_team', 'list'),
      ...listing(rows, Person, {
        filter: ['status', 'organization_id', 'name', 'email', 'user_id', 'last_login', 'created_at'],
        sort: ['name', 'email', 'status', 'user_id', 'last_login', 'created_at'],
        search: ['name', 'username', 'email'],
        also: { elderly_user_id: PersonKey },
        removed: true,
      }),
    }),
    show: endpoint({
      method: 'GET',
      path: `${path}/{id}`,
      summary: `Show ${one}`,
      access: may('care_team', 'show'),
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
      summary: `Change ${one}`,
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
      summary: `Put ${one} back that was removed`,
      access: may('care_team', 'delete'),
      reply: Person,
    }),
  }
  return { ...calls, ...inBulk(rows, calls, Standing) }
}
