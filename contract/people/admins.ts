import { z } from 'zod'
import { AsOfQuery } from '../kit/as-of.ts'
import { bulkEndpoints } from '../kit/bulk.ts'
import { endpoint } from '../kit/endpoint.ts'
import { listing } from '../kit/listing.ts'
import { may, type Role } from '../kit/permissions.ts'
import { NewPerson, Person, Standing } from './people.ts'

/** Roles managed under "Admin Users": staff of the service and admins of customer organizations. */
export const adminRoles = [
  'super_admin',
  'admin',
  'operator',
  'analyst',
  'translator',
  'organization_admin',
] as const satisfies readonly Role[]
export const AdminRole = z.enum(adminRoles)

/** Whether granting this role requires step-up authentication. */
export const isPrivileged = (role: Role) => (adminRoles as readonly Role[]).includes(role)

export const Admin = Person.extend({ role: AdminRole })

export const NewAdmin = NewPerson.extend({ role: AdminRole })

const list = listing('admins', Admin, {
  filter: ['status', 'role', 'organization_id', 'name', 'email', 'user_id', 'last_login', 'created_at'],
  sort: ['name', 'email', 'role', 'status', 'user_id', 'last_login', 'created_at'],
  search: ['name', 'username', 'email'],
  asOf: true,
  removed: true,
})

const oneAdmin = {
  list: endpoint({
    method: 'GET',
    path: '/api/users/admins',
    summary: 'List staff and organization admins',
    access: may('admins', 'list'),
    ...list,
    reply: list.reply.extend({ status: z.literal('success') }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/users/admins/{id}',
    summary: 'Show an admin',
    access: may('admins', 'show'),
    query: AsOfQuery,
    reply: Admin,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/users/admins',
    summary: 'Create an admin',
    access: may('admins', 'create'),
    stepUp: true,
    body: NewAdmin,
    status: 201,
    reply: Admin,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/users/admins/{id}',
    summary: 'Update an admin',
    access: may('admins', 'update'),
    stepUp: true,
    body: NewAdmin.omit({ password: true }).extend(Standing.shape).partial(),
    reply: Admin,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/users/admins/{id}',
    summary: 'Remove an admin',
    access: may('admins', 'delete'),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/users/admins/{id}/restore',
    summary: 'Restore a removed admin',
    access: may('admins', 'delete'),
    stepUp: true,
    reply: Admin,
  }),
}

export const admins = {
  ...oneAdmin,
  ...bulkEndpoints(
    'admins',
    oneAdmin,
    Admin.pick({ organization_id: true, role: true }).extend(Standing.shape),
  ),
}
