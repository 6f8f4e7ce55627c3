import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Email, Id, Instant, Name, Phone, personal, RoleName, reference, UserId } from './fields.ts'
import { listing } from './listing.ts'
import { may, type Role } from './permissions.ts'

/** The roles kept under "Admin Users": the service's staff and the customers' own admins. */
export const adminRoles = [
  'super_admin',
  'admin',
  'operator',
  'analyst',
  'translator',
  'organization_admin',
] as const satisfies readonly Role[]
export const AdminRole = z.enum(adminRoles)
export const PersonStatus = z.enum(['active', 'invited', 'suspended'])

export const Username = z
  .string()
  .trim()
  .min(3)
  .max(60)
  .regex(/^[\p{L}\p{N}._-]+$/u, 'Letters, digits, dot, dash and underscore only')
/** At least 8 characters, as the description asks; at most 200, so that hashing stays bounded. */
export const Password = z.string().min(8, 'Password must be at least 8 characters long').max(200)

export const Admin = z.object({
  id: Id,
  user_id: UserId,
  name: Name,
  username: Username,
  email: personal(Email),
  phone: personal(Phone),
  role: AdminRole,
  organization_id: reference('organizations'),
  status: PersonStatus,
  last_login: Instant.nullable(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
})

export const NewAdmin = z.object({
  name: Name,
  username: Username,
  email: Email,
  phone: Phone.nullable().optional(),
  role: AdminRole,
  organization_id: reference('organizations').optional(),
  password: Password.optional().meta({ description: 'Left out, the person gets a mail to choose one' }),
})

/** What a change of role answers, whichever role it was and became. */
export const PersonRole = Admin.pick({
  id: true,
  user_id: true,
  name: true,
  organization_id: true,
  status: true,
  version: true,
}).extend({ role: RoleName })

export const admins = {
  list: endpoint({
    method: 'GET',
    path: '/api/users/admins',
    summary: 'List staff and customers’ admins',
    access: may('admins', 'list'),
    ...listing('admins', Admin, {
      filter: ['status', 'role', 'organization_id', 'name', 'email', 'user_id', 'last_login', 'created_at'],
      sort: ['name', 'email', 'role', 'status', 'user_id', 'last_login', 'created_at'],
      search: ['name', 'username', 'email'],
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/users/admins/{id}',
    summary: 'Show an admin',
    access: may('admins', 'show'),
    reply: Admin,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/users/admins',
    summary: 'Create an admin',
    access: may('admins', 'create'),
    body: NewAdmin,
    status: 201,
    reply: Admin,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/users/admins/{id}',
    summary: 'Change an admin',
    access: may('admins', 'update'),
    body: NewAdmin.omit({ password: true })
      .extend({ status: PersonStatus.exclude(['invited']) })
      .partial(),
    reply: Admin,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/users/admins/{id}',
    summary: 'Remove an admin',
    access: may('admins', 'delete'),
  }),
  assignRole: endpoint({
    method: 'PUT',
    path: '/api/users/{id}/role',
    summary: 'Give any person, named by id or user_id, another role',
    access: may('admins', 'update'),
    body: z.object({ role: RoleName }),
    reply: PersonRole,
  }),
}
