import { inBulk } from './bulk.ts'
import { endpoint } from './endpoint.ts'
import { PersonKey } from './fields.ts'
import { listing } from './listing.ts'
import { NewPerson, Person, Standing } from './people.ts'
import { may } from './permissions.ts'

const oneFamilyMember = {
  list: endpoint({
    method: 'GET',
    path: '/api/users/family',
    summary: 'List family members',
    access: may('care_team', 'list'),
    ...listing('family', Person, {
      filter: ['status', 'organization_id', 'name', 'email', 'user_id', 'last_login', 'created_at'],
      sort: ['name', 'email', 'status', 'user_id', 'last_login', 'created_at'],
      search: ['name', 'username', 'email'],
      also: { elderly_user_id: PersonKey },
      removed: true,
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/users/family/{id}',
    summary: 'Show a family member',
    access: may('care_team', 'show'),
    reply: Person,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/users/family',
    summary: 'Create a family member',
    access: may('care_team', 'create'),
    body: NewPerson,
    status: 201,
    reply: Person,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/users/family/{id}',
    summary: 'Change a family member',
    access: may('care_team', 'update'),
    body: NewPerson.omit({ password: true, organization_id: true }).extend(Standing.shape).partial(),
    reply: Person,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/users/family/{id}',
    summary: 'Remove a family member',
    access: may('care_team', 'delete'),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/users/family/{id}/restore',
    summary: 'Put a family member back that was removed',
    access: may('care_team', 'delete'),
    reply: Person,
  }),
}

export const family = {
  ...oneFamilyMember,
  ...inBulk('family', oneFamilyMember, Standing),
}
