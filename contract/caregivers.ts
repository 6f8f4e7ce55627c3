import { inBulk } from './bulk.ts'
import { endpoint } from './endpoint.ts'
import { PersonKey } from './fields.ts'
import { listing } from './listing.ts'
import { NewPerson, Person, Standing } from './people.ts'
import { may } from './permissions.ts'

const oneCaregiver = {
  list: endpoint({
    method: 'GET',
    path: '/api/users/caregivers',
    summary: 'List caregivers',
    access: may('care_team', 'list'),
    ...listing('caregivers', Person, {
      filter: ['status', 'organization_id', 'name', 'email', 'user_id', 'last_login', 'created_at'],
      sort: ['name', 'email', 'status', 'user_id', 'last_login', 'created_at'],
      search: ['name', 'username', 'email'],
      also: { elderly_user_id: PersonKey },
      removed: true,
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/users/caregivers/{id}',
    summary: 'Show a caregiver',
    access: may('care_team', 'show'),
    reply: Person,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/users/caregivers',
    summary: 'Create a caregiver',
    access: may('care_team', 'create'),
    body: NewPerson,
    status: 201,
    reply: Person,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/users/caregivers/{id}',
    summary: 'Change a caregiver',
    access: may('care_team', 'update'),
    body: NewPerson.omit({ password: true, organization_id: true }).extend(Standing.shape).partial(),
    reply: Person,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/users/caregivers/{id}',
    summary: 'Remove a caregiver',
    access: may('care_team', 'delete'),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/users/caregivers/{id}/restore',
    summary: 'Put a caregiver back that was removed',
    access: may('care_team', 'delete'),
    reply: Person,
  }),
}

export const caregivers = {
  ...oneCaregiver,
  ...inBulk('caregivers', oneCaregiver, Standing),
}
